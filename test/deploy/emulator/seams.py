"""The places where MiniStack's own functions are replaced by ours; each is checked before."""

import inspect
from collections.abc import Callable, MutableMapping
from typing import Any

Wrap = Callable[[Callable], Callable]


class Changed(Exception):
    """A function of MiniStack is not what our replacement was written for."""


def _checked(where: str, original: Any, parameters: list[str]) -> Callable:
    if not callable(original):
        raise Changed(f"there is no function {where}")
    found = list(inspect.signature(original).parameters)
    if found != parameters:
        raise Changed(f"{where} takes {found}, not {parameters}")
    return original


def replace(module: Any, name: str, parameters: list[str], wrap: Wrap) -> None:
    """Puts `wrap(original)` in the place of a module's function, which must take just these parameters."""
    original = _checked(f"{module.__name__}.{name}", getattr(module, name, None), parameters)
    setattr(module, name, wrap(original))


def replace_in(table: MutableMapping[str, Any], name: str, parameters: list[str], wrap: Wrap) -> None:
    """The same for a function that stands in a table."""
    table[name] = wrap(_checked(name, table.get(name), parameters))


def add(table: MutableMapping[str, Any], name: str, value: Any) -> None:
    """Puts into a table what it lacks, and something else there has."""
    if name in table:
        raise Changed(f"there is {name} already")
    if value is None:
        raise Changed(f"there is nothing to be {name}")
    table[name] = value
