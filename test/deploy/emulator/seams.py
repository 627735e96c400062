"""Replaces functions of MiniStack after checking their signatures."""

import inspect
from collections.abc import Callable, MutableMapping
from typing import Any

Wrap = Callable[[Callable], Callable]


class Changed(Exception):
    """A function of MiniStack differs from the one that our replacement was written for."""


def _checked(where: str, original: Any, parameters: list[str]) -> Callable:
    if not callable(original):
        raise Changed(f"function {where} does not exist")
    found = list(inspect.signature(original).parameters)
    if found != parameters:
        raise Changed(f"{where} takes {found}, not {parameters}")
    return original


def replace(module: Any, name: str, parameters: list[str], wrap: Wrap) -> None:
    """Replaces a module's function, which must have exactly these parameters, with `wrap(original)`."""
    original = _checked(f"{module.__name__}.{name}", getattr(module, name, None), parameters)
    setattr(module, name, wrap(original))


def replace_in(table: MutableMapping[str, Any], name: str, parameters: list[str], wrap: Wrap) -> None:
    """Replaces a function in a dictionary."""
    table[name] = wrap(_checked(name, table.get(name), parameters))


def add(table: MutableMapping[str, Any], name: str, value: Any) -> None:
    """Adds a missing entry to a dictionary."""
    if name in table:
        raise Changed(f"{name} already exists")
    if value is None:
        raise Changed(f"no value for {name}")
    table[name] = value
