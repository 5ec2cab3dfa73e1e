"""Values as text: JSON that is at the same time YAML, the same bytes for the same value."""

import json
import re
from typing import Any, Final

# YAML does not allow these raw, or reads them as line breaks.
_UNSAFE: Final = "[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]"
_JSON: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


def canonical(value: Any) -> str:
    """The value as one line of JSON that every YAML reader reads as the same value."""
    text = _JSON.encode(value)
    # Nothing unsafe is printable, and printable text is known for it much sooner.
    if text.isprintable():
        return text
    return re.sub(_UNSAFE, lambda found: f"\\u{ord(found[0]):04x}", text)
