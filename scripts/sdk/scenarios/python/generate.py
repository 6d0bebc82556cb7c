"""Runs the generator with brackets as part of what separates words, so that `filter[iso_code]` becomes
`filter_iso_code`; as it comes it would be `filteriso_code`."""

from openapi_python_client import strings

strings.DELIMITERS += "[]"

from openapi_python_client.cli import app  # noqa: E402

app()
