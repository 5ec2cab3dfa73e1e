"""The contract of a game: what a folder under `rules` must bring, and what it may rely on."""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from pbm.core.chance import Chance
from pbm.core.problem import Problem
from pbm.core.tell import Message
from pbm.core.view import View

Plain: TypeAlias = Any
"""JSON data: dict with text keys, list, str, int, bool or None."""

Fact: TypeAlias = Mapping[str, Plain]
"""What happened, as JSON data; its key `fact` names the kind, seats are named by their names."""

S = TypeVar("S")
M = TypeVar("M")
H = TypeVar("H")


class Step(NamedTuple):
    """What one move led to: the position, the facts, the chance made public, the move played.

    `move` has every amount in numbers, also where the player wrote "all"; it is None in an
    opening. `chance` lists draws as {for, n, of, drawn}.
    """

    state: Any
    facts: Sequence[Fact]
    move: Any = None
    chance: Sequence[Fact] = ()


class Result(NamedTuple):
    """How a game ended: the winners' seats (more than one share the win) and everybody's score.

    There are no scores where nothing is counted, but somebody is the first.
    """

    winners: tuple[int, ...]
    scores: tuple[int, ...]


class Past(NamedTuple):
    """One entry of the ledger as a game's view needs it; `state` is plain, as it was dumped."""

    entry: int
    kind: str
    seat: str | None
    line: str
    facts: Sequence[Fact]
    state: Mapping[str, Plain]


class Likeness(Enum):
    """How much a line of a letter looks like orders, before anybody reads it as one."""

    ORDER = "order"
    DOUBTFUL = "doubtful"
    CHATTER = "chatter"


class Game(Protocol[S, M, H]):
    """One game with its seats and options settled: pure functions of a position.

    Seats are numbers from 0 in the order of the head. `S` is a position, `M` a move, `H` a hand;
    nobody outside the game looks into them.
    """

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats' names in the order of the head."""
        ...

    @property
    def language(self) -> str:
        """The language of the ledger's canonical lines."""
        ...

    @property
    def options(self) -> Mapping[str, Plain]:
        """Every option with the value that holds, as the head of the ledger lists them."""
        ...

    def opening(self, chance: Chance) -> Step:
        """The first position, the lots drawn for it made public."""
        ...

    def prepare(self, state: S, chance: Chance) -> Step:
        """What happens by itself before a seat decides; in the card games nothing."""
        ...

    def to_move(self, state: S) -> int | None:
        """The seat whose decision is waited for, or None when the game is over."""
        ...

    def hand(self, state: S, seat: int, chance: Chance) -> H | None:
        """What the seat holds unseen by others, empty in a game that hides nothing.

        None where there are hands and pbm keeps none.
        """
        ...

    def legal(self, state: S, seat: int, hand: H | None) -> Iterator[M]:
        """Moves that the seat could make now: all that its hand offers, with examples of trades.

        Without a hand: every move whose legality does not depend on one. A seat that is not to
        move has standing orders at most.
        """
        ...

    def standing(self, text: str) -> bool:
        """Whether words, or a canonical line, are standing orders alone and no move.

        Standing orders are public, and they are taken from any seat at any time while the game
        goes on. `read_move`, `illegal`, `apply` and `write_move` know them like moves, but they
        change neither who is to move nor what he decides: tokens stay good, and nothing is
        prepared after them. Words that can only be meant so are standing orders even where they
        cannot be read; `read_move` then says what is wrong. A game without any says no.
        """
        ...

    def likeness(self, line: str) -> Likeness:
        """Whether a line of a letter is an order in this game, chatter, or cannot be told."""
        ...

    def illegal(self, state: S, seat: int, move: M, hand: H | None) -> list[Problem]:
        """All that stands against the move, the hand included if one is given; empty if legal."""
        ...

    def not_held(self, move: M, hand: H | None) -> list[Problem]:
        """What the hand alone says against the move; nothing without a hand.

        It is what `illegal` finds beside the public problems, which `apply` finds, too.
        """
        ...

    def apply(self, state: S, seat: int, move: M, chance: Chance) -> Step:
        """The position after the move. Raises Refusal with all public problems, or changes it."""
        ...

    def result(self, state: S) -> Result | None:
        """How the game ended, or None while it goes on."""
        ...

    def balance(self, state: S) -> tuple[int, ...]:
        """Totals that no move may change, such as all money and all shares of each kind."""
        ...

    def view(
        self, state: S, seat: int | None, hand: H | None, past: Sequence[Past], language: str
    ) -> View:
        """All that the seat may see; `past` is the end of the ledger, the present entry last.

        Lines in it are written in `language`; everything else is told later.
        """
        ...

    def read_move(self, text: str, state: S, seat: int, hand: H | None, language: str) -> M:
        """The move that the words mean, in any language; raises Refusal with every problem.

        The game's state and the seat's hand only help to decide between readings and to name
        lines that could be sent instead, written in `language`.
        """
        ...

    def read_canonical(self, line: str, language: str) -> M:
        """The move of a canonical line, as `write_move` wrote it; raises Refusal otherwise."""
        ...

    def write_move(self, move: M, language: str) -> str:
        """The canonical line of a move."""
        ...

    def dump(self, state: S) -> dict[str, Plain]:
        """The position as JSON data, English identifiers, nothing secret in it.

        The house relies on `to_move` (a seat's name or None) and `seats` (a mapping by name).
        """
        ...

    def load(self, plain: Mapping[str, Plain]) -> S:
        """The position that was dumped."""
        ...

    def tell(self, fact: Fact) -> Message | None:
        """The sentence for a fact, or None for a fact that needs no telling."""
        ...


class Rulebook(Protocol):
    """One version of a game's rules with its tables."""

    @property
    def slug(self) -> str:
        """The game's folder and its name on the command line."""
        ...

    @property
    def version(self) -> int:
        """The version of the rules; a ledger names it and is replayed by it."""
        ...

    @property
    def language(self) -> str:
        """The language that the game was made in, for clubs that prefer none."""
        ...

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the boxes in a form's row to fill in, in the order of the line."""
        ...

    @property
    def short(self) -> Mapping[str, str]:
        """Options with which a game is soon over however it is played; none if it always is."""
        ...

    @property
    def title(self) -> Message:
        """The game's name as players know it."""
        ...

    def game(
        self, seats: Sequence[str], options: Mapping[str, str], language: str
    ) -> Game[Any, Any, Any]:
        """The game for these seats and options; raises Refusal with every wrong option."""
        ...

    def explain(self, problem: Problem) -> Message:
        """The sentence for a problem, without its place and its nearest lines."""
        ...

    def likeness(self, line: str) -> Likeness:
        """The same as `Game.likeness`, for a line of which nobody knows yet what game it is of."""
        ...
