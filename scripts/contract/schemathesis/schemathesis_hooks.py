"""Answers that Schemathesis takes for faults and that are right, each with the reason (D307).

Schemathesis checks every failure against this list. A failure that is not listed fails the run; in a short run, a refusal that
is not listed is a hint: the answer is a described one, and whether the description could say more is for a person to decide.
"""

import json
import os
import re
import uuid

import schemathesis

# Hints do not fail a short run, which has to say the same of the same service.
SHORT = os.environ.get("COLOPHON_SHORT") == "1"

# Requests that fit their schema and are refused with 400, because of what no schema can say.
# By the code of the error, and what its detail says.
RIGHT_REFUSALS = [
    ("invalid_data", r"\.unique\]", "a unique value may exist already"),
    ("already_exists", r"", "a unique value may exist already"),
    ("conflict", r"", "the request needs another state of the resource"),
    ("invalid_data", r"_existsIn\]|was not found|There is no |does not exist", "a resource named in the body may not exist"),
    ("invalid_data", r"\.url\]", "which pages may be linked to is configured"),
    ("invalid_data", r"\.public\]", "which networks may be called is configured"),
    ("invalid_parameter", r"There is no tag", "tags belong to the description of the project"),
    ("invalid_data", r"\.allowed\]", "the allowed values are configured, or reserved for the service"),
    ("invalid_data", r"_required\]", "the required members depend on other members, and on the configuration"),
    ("invalid_data", r"No provider of class", "providers are configured"),
    ("invalid_data", r"\[password\.(length|common|policy)\]", "the password rule is configured"),
    ("invalid_data", r"Wrong password", "it cannot be guessed"),
    ("invalid_data", r"is of type ", "a resource named in the body may be of another type"),
    ("invalid_data", r"is not the parent|present parent of the folder", "only the parent that a folder has can be removed"),
    ("invalid_data", r"\[default_value\.valid\]", "a default is of the type that the property names"),
    ("invalid_parameter", r"[Tt]here is no type", "types belong to the project, and fields[type] is to be written with one"),
    ("invalid_parameter", r"^Preset .* not found", "presets are configured"),
    ("invalid_data", r"\[uname\._empty\]", "users have one, of which something must be left when it is made fit for URLs"),
    ("invalid_data", r"\[name\.immutable\]", "it is the name that the entry has, or none"),
    ("invalid_data", r"\[id\.pattern\]", "application/json has two kinds of bodies, distinguished by their members"),
    ("invalid_data", r"have no such relationship", "names of relationships belong to the project"),
    ("invalid_data", r"Missing current password", "it is needed when the password or the e-mail is changed"),
    ("invalid_data", r"\[challenge\.valid\]", "a challenge is one that the service has given out"),
    ("invalid_data", r"^Objects of type .* are not made here", "which types are written is configured"),
    ("invalid_parameter", r"one of the configured presets", "presets and free options are configured"),
    ("invalid_parameter", r"^page_size is \d+ at most", "how many fit on a page is configured for each application; the legacy side refuses what JSON:API caps"),
    ("invalid_data", r"file of an existing object cannot be changed", "it depends on the stored data"),
    ("invalid_data", r"^Section .* is not in the publication", "sections belong to the publication of the project"),
    ("invalid_key", r"", "names with a dollar sign, a dot or a control character are refused at any depth"),
    ("invalid_encoding", r"", "half of a surrogate pair and NUL are no text, which JSON Schema cannot say"),
    ("too_deep", r"", "how deep a body may nest is no keyword of JSON Schema"),
    ("invalid_parameter", r"nests too deeply", "how deep a query may nest is no keyword of JSON Schema"),
    ("invalid_include", r"", "names of relationships belong to the type; to the description they are one text"),
    ("unsupported_sort", r"", "names of fields belong to the type; to the description they are one text"),
    ("invalid_filter", r"", "names, operators and values of filters belong to the type; so does whether it is searched"),
    ("query_too_expensive", r"", "it depends on the stored data"),
    ("invalid_parameter", r"which has a different value", "page and page[number] are two names of one parameter"),
    ("invalid_parameter", r"Ranges of pages|is not a cursor of|a number or a cursor", "a cursor is what an earlier page of the list has named, and one at a time"),
    ("invalid_data", r"_unknown\]: This is not known here", "members of meta are open in the schemas of links, which answers share"),
    ("invalid_data", r"_unknown\]: Attributes are members of", "JSON:API leaves resource objects open; a member beside attributes that would be ignored is refused"),
    ("invalid_data", r"NUL characters", "NUL is no text, which JSON Schema cannot say"),
    ("invalid_data", r"\.dateTime\]", "dates are taken in all forms that the service shows, which are several formats"),
    ("invalid_data", r"\[to\.(sent|range)\]", "it depends on the events that there were, and on the other end of the range"),
    ("invalid_parameter", r"is not the name of a parameter", "names of filters nest in brackets, and brackets inside a name are none"),
    ("invalid_parameter", r"There is no operation at this path|^The path supports", "which paths there are depends on the model"),
    ("bad_request", r"is not a media type", "parameters of a media type follow the grammar of HTTP, not a pattern"),
    ("invalid_parameter", r"is not a relation here", "names of relations belong to the type; to the description they are one text"),
    ("invalid_data", r"\.exists\]", "categories and tags belong to the project"),
    ("invalid_data", r"^\[(href|ref|op|type|data|lid|relationship)\.", "a part of /operations has members by its kind, and paths of this service"),
    ("invalid_data", r"\.contradiction\]|Send a ref or an href", "two members may say the same thing"),
    ("invalid_data", r"only the role admin has 0", "responses have it too, and share the schema of meta"),
    ("invalid_parameter", r"have no files", "which types have files belongs to the project"),
    ("invalid_data", r"\.known\]", "types belong to the project"),
    ("invalid_data", r"_unknown\]: .* have no such attribute", "attributes belong to the type; a clone takes those of the type of its object"),
    ("invalid_data", r"^Integers are exact from", "members that a schema leaves open may be any JSON, but numbers are stored exactly or not at all"),
    ("invalid_data", r"cannot be created here", "which types the legacy side creates is decided by the model"),
    ("invalid_data", r"Give one checksum of the file", "one member needs that the other is left out"),
    ("invalid_parameter", r"goes with a text in filter\[query\]", "one parameter needs another"),
    ("invalid_parameter", r"either in the path or in", "the description says that this is 400"),
    ("invalid_parameter", r"is not a relation and a number|There is no relation", "names of relations belong to the project"),
    ("unknown_parameter", r"is supported for application/", "parameters of one rendering are refused in the other"),
    ("file_type_mismatch", r"", "the content of a file must be of its type"),
    ("unreadable_file", r"", "the content of a file must be of its type"),
    ("file_type_forbidden", r"", "which types are taken is configured"),
    ("incomplete_upload", r"", "base64 that breaks off"),
    ("empty_file", r"", "a file has at least a byte"),
]

# Whole responses, by status: they depend on a header or on the size of the request.
RIGHT_STATUSES = {
    "RejectedPositiveData": {
        412: "the tag in If-Match cannot be guessed",
        413: "the size of the largest file is configured",
        414: "no operation reads a URL that is too long: a cursor alone may have 6000 characters",
        416: "the description does not have the length of a file",
        415: "the service does not decode every Content-Transfer-Encoding of an upload",
    },
    "UndefinedStatusCode": {
        414: "no operation reads a URL that is too long",
        431: "no operation reads headers that are too long",
    },
}

# Faults of the address are reported before the method is matched.
ADDRESS_CODES = {"invalid_parameter", "unknown_parameter", "invalid_encoding", "invalid_key", "uri_too_long"}

# Two paths of the description match one address, and Allow names the methods of both (D32).
TWOFOLD_PATHS = re.compile(r"/files/\{object_(type|id)\}/")

# Segments of paths that a parameter of another path may have as its value.
LITERALS = {"direct_uploads"}

# Conversions of attributes before validation (D45): empty texts to null, texts to numbers and booleans, numbers to dates.
# A null uname is made from the title (D11).
_ATTRIBUTE = re.compile(r"attributes(?: -> |/properties/)(\w+)")

# The response is text, which Schemathesis parses into an object before the check.
TEXTS = {("GET", "/openapi.yaml"): "the schema is that of the text"}


# Resources that give the run its access, and those of the model: the run changes and removes only those that it has created.
# Another id is replaced by an unknown one.
OWN_ONLY = {
    "/users": "user_id",
    "/roles": "role_id",
    "/admin/applications": "application_id",
    "/admin/endpoints": "endpoint_id",
    "/admin/endpoint_permissions": "endpoint_permission_id",
    "/admin/config": "config_id",
    "/model/object_types": "object_type_id",
    "/model/properties": "property_id",
    "/model/property_types": "property_type_id",
    "/model/relations": "relation_id",
}
NOBODY = "999999999"
_made = {collection: set() for collection in OWN_ONLY}

# Names of object types that the run has created, or renamed: the description that it reads does not have their objects.
_new_types = set()


# A repeated key returns the first response again, whose resources may be removed in the meantime.
KEY = re.compile(r"\x22(?:[ !#-\[\]-~]|\\[\x22\\]){1,255}\x22|[!#-+\--:<-\[\]-~]{1,255}")


@schemathesis.hook
def before_call(context, case, kwargs):
    """Prevents writes of resources that the run has not created, and gives each request a new key."""
    headers = case.headers or {}
    if KEY.fullmatch(str(headers.get("Idempotency-Key", ""))):
        headers["Idempotency-Key"] = str(uuid.uuid4())
    for collection, parameter in OWN_ONLY.items():
        given = (case.path_parameters or {}).get(parameter)
        if case.method.upper() == "GET" or given is None or not case.path.startswith(collection + "/"):
            continue
        if str(given) not in _made[collection]:
            case.path_parameters[parameter] = NOBODY


@schemathesis.hook
def after_call(context, case, response):
    """Records the resources that the run has created."""
    if case.method.upper() == "GET" or not 200 <= response.status_code < 300:
        return
    _new_types.update(
        resource["attributes"]["name"]
        for resource in _resources(_json(response))
        if resource["type"] == "object_types" and "name" in resource.get("attributes", {})
    )
    _note_made(case, response)
    if case.method.upper() == "POST" and case.path in _made and response.status_code == 201:
        _made[case.path].add(str(response.json()["data"]["id"]))


def _note_made(case, response):
    """Notes the addresses of what a request has made, for the clean-up at the end of the run."""
    made = response.headers.get("location", []) if response.status_code == 201 else []
    answer = _json(response)
    results = answer.get("atomic:results", []) if isinstance(answer, dict) else []
    sent = case.body.get("atomic:operations", []) if isinstance(case.body, dict) and results else []
    for operation, result in zip(sent, results):
        # An update has a result as well, and so has what is added to a relationship.
        is_new = operation.get("op") == "add" and "ref" not in operation and "relationships" not in operation.get("href", "")
        made = made + [f"/{each['type']}/{each['id']}" for each in _resources(result.get("data")) if is_new][:1]
    if made:
        with open(os.environ["COLOPHON_MADE"], "a", encoding="utf-8") as notes:
            notes.writelines(f"{address}\n" for address in made)


def _json(response):
    try:
        return response.json()
    except ValueError:
        return None


def _resources(value):
    """Yields the resource objects of a response, at any depth."""
    if isinstance(value, list):
        for item in value:
            yield from _resources(item)
    elif isinstance(value, dict):
        if isinstance(value.get("type"), str) and "id" in value:
            yield value
        for item in value.values():
            yield from _resources(item)


def _shows_new_type(response):
    """Whether a response has an object of a type that is newer than the description."""
    return any(resource["type"] in _new_types for resource in _resources(_json(response)))


def _is_right(error):
    return any(
        error.get("code") == code and re.search(detail, error.get("detail", "")) for code, detail, _why in RIGHT_REFUSALS
    )


def _errors(response):
    try:
        return _json(response)["errors"]
    except (KeyError, TypeError):
        return []


def _refusals(response):
    """The errors of a refusal by the content of a request."""
    return _errors(response) if response.status_code in (400, 414) else []


def _is_cast(name, value):
    if isinstance(value, str):
        return value == "" or re.fullmatch(r"\s*[+-]?[\d.]+(e[+-]?\d+)?\s*|true|false", value, re.I) is not None
    return isinstance(value, (int, float)) or (value is None and name == "uname")


def _is_all_cast(failure, case):
    names = _ATTRIBUTE.findall(failure.message)
    body = case.body if isinstance(case.body, dict) else {}
    attributes = (body.get("data") or {}).get("attributes") if isinstance(body.get("data"), dict) else None
    if not names or not isinstance(attributes, dict):
        return False
    return all(_is_cast(name, attributes[name]) for name in names if name in attributes)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Keeps a failure unless it is listed above, and records it: a failure that does not recur would be lost."""
    if not _is_failure(failure, case, response):
        return False
    is_hint = SHORT and type(failure).__name__ == "RejectedPositiveData" and bool(_refusals(response))
    note = {
        "hint": is_hint,
        "operation": f"{case.method} {case.path}",
        "message": f"{failure.title}: {failure.message}",
        "answer": f"{response.status_code} {response.text[:600]}",
    }
    with open(os.environ["COLOPHON_FAILURES"], "a", encoding="utf-8") as notes:
        notes.write(json.dumps(note) + "\n")
    return not is_hint


def _is_failure(failure, case, response):
    kind = type(failure).__name__
    status = response.status_code
    if status in RIGHT_STATUSES.get(kind, {}):
        return False
    if kind == "JsonSchemaError" and (case.method.upper(), case.path) in TEXTS:
        return False
    if kind == "JsonSchemaError" and _shows_new_type(response):
        return False
    # A literal path takes precedence, with other methods.
    if status == 405 and not LITERALS.isdisjoint((case.path_parameters or {}).values()):
        return False
    if kind == "AllowHeaderMismatch" and TWOFOLD_PATHS.match(case.path):
        return False
    if kind == "AcceptedNegativeData" and status < 300:
        return not _is_all_cast(failure, case)
    errors = _refusals(response)
    if kind == "UnsupportedMethodResponse":
        return not errors or any(error.get("code") not in ADDRESS_CODES for error in errors)
    return kind != "RejectedPositiveData" or not errors or not all(_is_right(error) for error in errors)
