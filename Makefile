# Everything happens in .venv; nothing is installed outside this folder.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test lint bench fuzz kill messages

demo: .venv/installed  ## play a short game by mail and say where it lies
	$(BIN)/pbm demo

test: .venv/installed  ## all tests; a run without tests fails
	$(BIN)/python -m pytest

lint: .venv/installed
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

bench: .venv/peers  ## figures, goals and floors; none of them fails a test; GOALS="4 5" for some
	PYTHONPATH=tests $(BIN)/python -m bench $(GOALS)

.venv/peers: .venv/installed
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[test,bench]'
	touch $@

.venv/installed: pyproject.toml pbm/locale/build.py $(shell find pbm -name '*.po')
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[test]'
	touch $@

fuzz: .venv/installed  ## ten minutes of mutated letters through `pbm read`
	$(BIN)/python tests/fuzz.py 10

kill: .venv/installed  ## runs killed at every point, not at some; takes some minutes
	PBM_KILL_EVERYWHERE=1 $(BIN)/python -m pytest tests/mail/test_killed.py

# Gathers the messages of the house and of every game, and brings the catalogues up to date.
messages: .venv/installed
	$(BIN)/python pbm/locale/build.py messages
