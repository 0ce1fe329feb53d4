"""Drives operations through a client that is generated from the served OpenAPI document, as a Python program would.

Reads {base_url, token, requests: [{operation, query, body}]} from stdin; prints one {operation, status, faults} for each
as JSON. Like generated clients, it sends only what the document declares, sends null for each field of a new object that
is not set, and fails on an answer that does not decode into the documented types.
"""

import json
import sys
import urllib.error
import urllib.parse
import urllib.request


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Client:
    """Has a method for each operation id of the document."""

    def __init__(self, base_url, token):
        self.base_url = base_url
        self.token = token
        self.opener = urllib.request.build_opener(NoRedirect)
        with urllib.request.urlopen(f"{base_url}/v1/openapi.json") as answer:
            self.document = json.load(answer)
        for path, methods in self.document["paths"].items():
            for method, operation in methods.items():
                setattr(self, operation["operationId"], self._method(path, method.upper(), operation))

    def _method(self, path, method, operation):
        declared = {p["name"] for p in operation.get("parameters", []) if p.get("in") == "query"}
        content = operation.get("requestBody", {}).get("content", {}).get("application/json")
        is_creation = path.endswith("/create")

        def call(query, body):
            unknown = set(query) - declared
            if unknown:
                raise TypeError(f"unexpected arguments {sorted(unknown)}")
            data = None
            if body is not None:
                data = json.dumps(self._with_nulls(content["schema"], body) if is_creation else body).encode()
            target = f"{self.base_url}{path}" + (f"?{urllib.parse.urlencode(query)}" if query else "")
            headers = {"Authorization": f"Bearer {self.token}"}
            if data is not None:
                headers["Content-Type"] = "application/json"
            request = urllib.request.Request(target, data=data, headers=headers, method=method)
            try:
                with self.opener.open(request) as answer:
                    status, text = answer.status, answer.read()
            except urllib.error.HTTPError as error:
                status, text = error.code, error.read()
            if status == 302:
                return status, []
            schema = operation["responses"][str(status)]["content"]["application/json"]["schema"]
            return status, self._faults(schema, json.loads(text), "$")

        return call

    def _resolved(self, schema):
        while "$ref" in schema:
            target = self.document
            for part in schema["$ref"].split("/")[1:]:
                target = target[part.replace("~1", "/").replace("~0", "~")]
            schema = target
        return schema

    def _alternatives(self, schema):
        schema = self._resolved(schema)
        options = schema.get("anyOf") or schema.get("oneOf")
        return [a for option in options for a in self._alternatives(option)] if options else [schema]

    def _with_nulls(self, schema, body):
        """The body as a client sends it whose optional fields are None unless they are set."""
        fitting = [a for a in self._alternatives(schema) if set(body) <= set(a.get("properties", {}))]
        fitting = [a for a in fitting if not self._faults(a, body, "$")]
        if not fitting:
            raise TypeError(f"no documented shape has the fields {sorted(body)}")
        optional = set(fitting[0]["properties"]) - set(fitting[0].get("required", []))
        return {**{name: None for name in optional}, **body}

    def _faults(self, schema, value, where):
        """Why a value does not decode into the documented type."""
        options = self._alternatives(schema)
        results = [self._faults_of(option, value, where) for option in options]
        return min(results, key=len) if results else []

    def _faults_of(self, schema, value, where):
        if "const" in schema and value != schema["const"]:
            return [f"{where} is not {schema['const']}"]
        if "enum" in schema and value not in schema["enum"]:
            return [f"{where} is none of the documented values"]
        kinds = schema.get("type", [])
        kinds = [kinds] if isinstance(kinds, str) else kinds
        if kinds and not any(is_kind(value, kind) for kind in kinds):
            return [f"{where} is no {' or '.join(kinds)}"]
        if isinstance(value, list) and "items" in schema:
            return [f for i, item in enumerate(value) for f in self._faults(schema["items"], item, f"{where}[{i}]")]
        if isinstance(value, dict):
            faults = [f"{where}.{name} is missing" for name in schema.get("required", []) if name not in value]
            for name, inner in schema.get("properties", {}).items():
                if name in value:
                    faults += self._faults(inner, value[name], f"{where}.{name}")
            return faults
        return []


def is_kind(value, kind):
    if kind == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if kind == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    types = {"string": str, "boolean": bool, "null": type(None), "array": list, "object": dict}
    return isinstance(value, types[kind])


def main():
    given = json.load(sys.stdin)
    client = Client(given["base_url"], given["token"])
    results = []
    for request in given["requests"]:
        try:
            status, faults = getattr(client, request["operation"])(request["query"], request.get("body"))
        except (KeyError, TypeError, ValueError) as error:
            status, faults = None, [repr(error)]
        results.append({"operation": request["operation"], "status": status, "faults": faults})
    json.dump(results, sys.stdout)


main()
