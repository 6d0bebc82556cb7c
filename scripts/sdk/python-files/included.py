"""The resources of a response (`include`), found by their relationships."""

from __future__ import annotations

from typing import Any


class Included:
    """`Included(page).related(page.data[0], "poster")`."""

    def __init__(self, page: Any) -> None:
        data = page.data if isinstance(page.data, list) else [page.data]
        self._by_key = {(one.type_, one.id): one for one in [*data, *(getattr(page, "included", None) or [])]}

    def related(self, resource: Any, relationship: str) -> list[Any]:
        """In the order of the relationship; none when it was not included."""
        linkage = getattr(getattr(resource.relationships, relationship, None), "data", None) or []
        linked = linkage if isinstance(linkage, list) else [linkage]
        return [self._by_key[key] for one in linked if (key := (one.type_, one.id)) in self._by_key]

    def find(self, type_: str, id: str) -> Any:
        """One by its type and id; None when it is not included."""
        return self._by_key.get((type_, id))
