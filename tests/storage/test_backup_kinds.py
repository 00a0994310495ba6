"""Every kind of document that lies under a user is one a backup knows."""

import inspect

from memory.core import namespaces
from memory.storage.backup_kinds import DERIVED, SCHEMAS


def test_every_namespace_of_a_user_has_its_schema_number():
    made = [
        value
        for value in vars(namespaces).values()
        if inspect.isfunction(value) and value.__module__ == namespaces.__name__
    ]
    found = {made_of(function)[2:3] for function in made} - {()}
    assert {kind for (kind,) in found} | {"epochs"} == set(SCHEMAS) | DERIVED


def made_of(function: object) -> namespaces.Namespace:
    assert callable(function)
    needed = [p for p in inspect.signature(function).parameters.values() if p.default is p.empty]
    given = [0 if p.annotation in {int, "int"} else "x" for p in needed]
    namespace: namespaces.Namespace = function(*given)
    return namespace
