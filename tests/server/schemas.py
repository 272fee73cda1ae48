"""Compares answers of the API with docs/openapi.yaml: each must be documented with its status, have what its schema
requires, and no member that the schema does not name. Of answers with the same members, kinds of values and words one
is compared."""
import os
import re

try:
    import jsonschema
    import yaml
except ImportError:  # tools/packages.txt
    jsonschema = None

WORD = re.compile(r"[a-z_-]{1,16}$")  # of an enum, perhaps
OPENAPI = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "openapi.yaml")


def close(schema):
    """Where a schema is used as it is, and is no part of another: objects have no members that it does not name."""
    if isinstance(schema, list):
        return [close(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    out = {}
    for name, part in schema.items():
        if name == "properties":
            out[name] = {member: close(of) for member, of in part.items()}
        elif name == "allOf":
            out[name] = [open_top(of) for of in part]
        elif name in ("items", "oneOf", "anyOf", "additionalProperties"):
            out[name] = close(part)
        elif name == "$ref":
            out[name] = part.replace("#/components/schemas/", "#/closed/")
        else:
            out[name] = part
    if ("properties" in out or "allOf" in out) and "additionalProperties" not in out:
        out["unevaluatedProperties"] = False
    return out


def open_top(schema):
    """A part of an allOf: closed below, but open itself."""
    if "$ref" in schema:
        return {**schema, "$ref": schema["$ref"].replace("#/components/schemas/", "#/open/")}
    out = close(schema)
    out.pop("unevaluatedProperties", None)
    return out


class Schemas:
    def __init__(self):
        with open(OPENAPI, encoding="utf-8") as f:
            self.document = yaml.load(f, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        schemas = self.document["components"]["schemas"]
        self.shared = {"closed": {name: close(s) for name, s in schemas.items()},
                       "open": {name: open_top(s) for name, s in schemas.items()}}
        self.paths = [(re.compile(re.sub(r"\{[^}]*\}", "[^/]+", path) + "$"), path)
                      for path in sorted(self.document["paths"], key=lambda p: p.count("{"))]
        self.validators = {}
        self.seen = set()

    def resolved(self, part):
        while "$ref" in part:
            found = self.document
            for name in part["$ref"][2:].split("/"):
                found = found[name]
            part = found
        return part

    def operation(self, method, target):
        """The path of an operation, and its description; None: there is none."""
        path = target.split("?")[0].removeprefix("/api")
        for pattern, name in self.paths:
            if pattern.match(path):
                return name, self.document["paths"][name].get(method.lower())
        return None, None

    def validator(self, name, method, status, media, operation):
        key = (name, method, status, media)
        if key not in self.validators:
            responses = operation["responses"]
            answer = responses.get(str(status), responses.get("default"))
            content = self.resolved(answer).get("content", {}) if answer is not None else None
            schema = content.get(media, {}).get("schema") if content is not None else None
            self.validators[key] = content if schema is None else jsonschema.Draft202012Validator(
                {**close(schema), **self.shared})
        return self.validators[key]

    def wrong(self, method, target, status, media, value):
        """What is wrong with an answer; None: nothing."""
        name, operation = self.operation(method, target)
        if operation is None or status == 405:
            return None
        shape = (name, method, status, media, shape_of(value))
        if shape in self.seen:
            return None
        self.seen.add(shape)
        validator = self.validator(name, method, status, media, operation)
        what = f"{method} {name} answers {status}"
        if validator is None:
            return f"{what}, which docs/openapi.yaml does not have"
        if isinstance(validator, dict):
            return f"{what} with {media}, which docs/openapi.yaml does not have"
        errors = [leaf for error in validator.iter_errors(value) for leaf in leaves(error)]
        # What is wrong within a part of allOf makes all its members unexpected, too.
        plain = [e for e in errors if e.validator != "unevaluatedProperties"] or errors
        said = [f"/{'/'.join(map(str, e.absolute_path))}: {e.message[:200]}" for e in plain[:5]]
        return f"{what}, but {'; '.join(said)}" if said else None


def leaves(error):
    """What is wrong in each of the forms that a value may have."""
    if not error.context:
        yield error
    for inner in error.context:
        yield from leaves(inner)


def shape_of(value):
    """The members, kinds of values, and words."""
    if isinstance(value, dict):
        return tuple((name, shape_of(part)) for name, part in value.items())
    if isinstance(value, list):
        return frozenset(shape_of(part) for part in value)
    return value if isinstance(value, str) and WORD.match(value) else type(value)
