"""Runs the generator so that it makes one module of all models, dataclasses, and one of each tag. Brackets separate words, so that
`filter[iso_code]` becomes `filter_iso_code`; as it comes it would be `filteriso_code`."""

import re
from pathlib import Path

from openapi_python_client import Project, cli, strings

strings.DELIMITERS += "[]"

OF_MODELS = re.compile(r"^\s*from \.+(?:models(?:\.\w+)?|\w+) import (.*?)(?:\s*#.*)?$")
AT_TOP = re.compile(r"^(?:from \S+ import .+|import \S+)$")


# Classes of attrs take twice the time to import.
DATACLASSES = {
    "from attrs import define as _attrs_define": "from dataclasses import dataclass",
    "from attrs import field as _attrs_field": "from dataclasses import field as _field",
    "@_attrs_define": "@dataclass",
    "_attrs_field(init=False, factory=dict)": "_field(init=False, default_factory=dict)",
}


def joined(texts: list[str], models: str | None, first: str) -> str:
    """One module of several, whose imports are at its top."""
    imports, names, body = {first}, set(), []
    for line in "\n\n".join(texts).splitlines():
        if found := OF_MODELS.match(line):
            if re.search(r"from \.+types ", line):
                imports.add(re.sub(r"\.+types", ".types" if models is None else "..types", line.strip()))
            else:
                names.add(found[1])
        elif AT_TOP.match(line):
            imports.add(line)
        elif line not in ("if TYPE_CHECKING:",) and not line.startswith("T = TypeVar"):
            body.append(line.replace("cls: type[T], ", "cls, ").replace(" -> T:", " -> Self:"))
    imports -= {"from __future__ import annotations"}
    if models is not None and names:
        imports.add(f"from {models} import {', '.join(sorted(names))}")
    text = "\n".join(["from __future__ import annotations", *sorted(imports), *body])
    for attrs, ours in DATACLASSES.items():
        text = text.replace(attrs, ours)
    return re.sub(r"\n\s*\n(\s*\n)+", "\n\n", text) + "\n"


def build_models(self: Project) -> None:
    model = self.env.get_template("model.py.jinja")
    enum = self.env.get_template("literal_enum.py.jinja")
    texts = [enum.render(enum=one) for one in self.openapi.enums] + [model.render(model=one) for one in self.openapi.models]
    (self.package_dir / "models.py").write_text(joined(texts, None, "from typing import Self"), "utf-8")


def build_api(self: Project) -> None:
    folder: Path = self.package_dir / "api"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    template = self.env.get_template("endpoint_module.py.jinja")
    isbool = {"isbool": lambda one: one.get_base_type_string() == strings.PythonCode("bool")}
    for tag, collection in self.openapi.endpoint_collections_by_tag.items():
        texts = [template.render(endpoint=one, **isbool) for one in collection.endpoints]
        (folder / f"{tag}.py").write_text(joined(texts, "..models", "from ..call import Call, unexpected"), "utf-8")


Project._build_models = build_models
Project._build_api = build_api
cli.app()
