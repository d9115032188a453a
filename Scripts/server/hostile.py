#!/usr/bin/env python3
"""Sends hostile values to every route of a running daemon: hostile.py ADDRESS SECONDS.

Each operation of the OpenAPI document is requested without credentials, as an app (TOKEN) and as the owner (SESSION, FORM_TOKEN):
with values in parameters and bodies that break parsers, conversions and limits, and with bytes that are not HTTP. A response with
status 500, or a daemon that no longer responds, is a failure. The order is the same in every run; requests that do not fit into the
time are counted.
"""

import http.client
import json
import os
import socket
import sys
import time
import urllib.parse

NUMBERS = ["-9223372036854775808", "9223372036854775808", "-1", "0", "1e308", "-1e400", "1e-400", "NaN", "Infinity", "0x10", "٣"]
TEXTS = [
    "", " ", "\x00", "\x7f", "a" * 300, "a" * 20_000, "\u202e\u0000x", "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
    "../../../../etc/passwd", "' OR 1=1 --", "<script>", "%", "%00", "${x}", "{{t.key}}", "-9223372036854775808.x", "9" * 400,
    "(" * 5_000, "!" * 5_000, "NOT (" * 1_500, "a MATCHES '(a+)+$'", "{" * 5_000, "2024-02-30T25:61:61Z", "+275760-09-13T00:00:00Z",
    "0000-01-01T00:00:00Z", "9999999-01-01", "urn:uuid:" + "0" * 36, "stepCount" * 100,
]
VALUES = [
    None, True, 0, -1, -(2**63), 2**63, 10**400, 1e308, -1e308, 5e-324, [], {}, [[]], [None], {"": None}, "", "\x00", "\ud800",
    "a" * 20_000, "-9223372036854775808", "NaN", "9999-12-31T23:59:59Z", "0000-01-01T00:00:00Z", {"secondsSince2001": "nan"},
    {"quantity": 1e308, "unit": "kg"}, "(" * 5_000,
]
BODIES = [
    b"", b"[", b"{", b"null", b"NaN", b"[NaN,Infinity]", b"-", b'"', b"\xff\xfe\x00", b'{"a":"\xff"}', b'{"a":"\\ud800"}',
    b"[" * 50_000, b'{"a":' * 20_000, b"[" + b"[],," * 1_000 + b"]", b"[" + b"[]," * 100_000 + b"[]]", b"1" * 100_000,
    b'{"a":1,"a":2}', b'{"samples":[' + b"{}," * 20_000 + b"{}]}", b"\x00" * 10_000, b'"' + b"\\u0000" * 10_000 + b'"',
]
FORMS = [
    b"csrf=-9223372036854775808.x", b"csrf=9223372036854775807.x", b"csrf=.", b"csrf=", b"csrf=%ff", b"csrf=%", b"&" * 50_000,
    b"csrf=1" + b"&a=b" * 20_000, b"=" * 10_000, b"csrf=1.2&passphrase=" + b"x" * 15_000, b"code=1&passphrase=%00&csrf=1.1",
    b"\x00\xff\xfe", b"next=//evil.example&csrf=1.x", b"read=stepCount&since=-292277022399-01-01&csrf=0.0",
]
RAW = [
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"GET / HTTP/9.9\r\n\r\n", b"GET\r\n\r\n", b"\r\n" * 1_000, b"\x00" * 4_096,
    b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 5_000 + b"\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
    b"POST /v1/apps HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
    b"POST /owner/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n\r\n", b"GET /%ff%00 HTTP/1.1\r\nHost: \xff\r\n\r\n",
    b"GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n", b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", b"GET / HTTP/1.1\r\nHost: x\r\nCookie: "
    + b"a=b; " * 2_000 + b"\r\n\r\n", b"GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + b"\xc3\xa9" * 500 + b"\r\n\r\n",
    b"GET /metrics HTTP/1.1\r\nHost: x\r\nRange: bytes=9223372036854775807-\r\nIf-None-Match: " + b"\"x\"," * 2_000 + b"\r\n\r\n",
]
# The operations that would end the run for their principal, or fill the store.
ENDS = {"removeApp", "rotateToken", "signOut", "signOutPage", "changePassphrase", "importDemo", "setPassphrase"}


class Daemon:
    """The daemon, and the results of the requests."""

    def __init__(self, address):
        self.url = urllib.parse.urlsplit(address)
        self.origin = address
        self.statuses = {}
        self.failures = []
        self.connection = None

    def send(self, label, method, path, headers, body):
        for attempt in (1, 2):
            try:
                if self.connection is None:
                    self.connection = http.client.HTTPConnection(self.url.hostname, self.url.port, timeout=20)
                self.connection.putrequest(method, path, skip_accept_encoding=True)
                for name, value in headers.items():
                    self.connection.putheader(name, value)
                if body is not None:
                    self.connection.putheader("Content-Length", str(len(body)))
                self.connection.endheaders(body)
                answer = self.connection.getresponse()
                status = answer.status
                if answer.getheader("Content-Type", "").startswith("text/event-stream"):
                    self.close()
                else:
                    answer.read()
                    if answer.will_close:
                        self.close()
                break
            except TimeoutError:
                self.close()
                self.failures.append(f"{label}: no answer in 20 seconds")
                status = "timeout"
                break
            except (OSError, http.client.HTTPException, UnicodeError, ValueError) as error:
                self.close()
                # A rejected body may end the connection, and a kept connection may have been closed before.
                status = type(error).__name__
        self.statuses[status] = self.statuses.get(status, 0) + 1
        if status in (500, 501, 502, 504):
            self.failures.append(f"{label}: status {status}")
        if not isinstance(status, int):
            self.expect_alive(label)

    def raw(self, label, data):
        try:
            with socket.create_connection((self.url.hostname, self.url.port), timeout=5) as connection:
                connection.sendall(data)
                connection.settimeout(0.2)
                connection.recv(65_536)
        except OSError:
            pass
        self.expect_alive(label)

    def expect_alive(self, label):
        try:
            connection = http.client.HTTPConnection(self.url.hostname, self.url.port, timeout=20)
            connection.request("GET", "/healthz")
            if connection.getresponse().status == 200:
                connection.close()
                return
        except (OSError, http.client.HTTPException):
            pass
        self.failures.append(f"{label}: the daemon no longer answers")
        self.report()
        sys.exit(1)

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def report(self):
        print("hostile: " + ", ".join(f"{count} × {status}" for status, count in sorted(self.statuses.items(), key=str)))
        for failure in self.failures[:50]:
            print(f"hostile: {failure}", file=sys.stderr)


class Operation:
    """A route of the document, and plausible values for its parameters."""

    def __init__(self, document, path, method, shared, operation):
        self.document = document
        self.path, self.method = path, method.upper()
        self.name = operation.get("operationId", path)
        self.parameters = [self.resolve(each) for each in shared + operation.get("parameters", [])]
        self.content = self.resolve(operation.get("requestBody", {})).get("content", {})

    def resolve(self, schema):
        while isinstance(schema, dict) and "$ref" in schema:
            part = self.document
            for name in schema["$ref"].lstrip("#/").split("/"):
                part = part[name.replace("~1", "/").replace("~0", "~")]
            schema = part
        return schema if isinstance(schema, dict) else {}

    def example(self, schema, depth=0):
        schema = self.resolve(schema)
        for key in ("const", "default", "example"):
            if key in schema:
                return schema[key]
        if schema.get("enum"):
            return schema["enum"][0]
        for key in ("oneOf", "anyOf"):
            if schema.get(key):
                return self.example(schema[key][0], depth + 1)
        if schema.get("allOf"):
            merged = {}
            for part in schema["allOf"]:
                value = self.example(part, depth + 1)
                merged.update(value if isinstance(value, dict) else {})
            return merged
        kind = schema.get("type")
        kind = kind[0] if isinstance(kind, list) else kind
        if depth > 6:
            return None
        if kind == "object" or "properties" in schema:
            return {name: self.example(part, depth + 1) for name, part in schema.get("properties", {}).items()}
        if kind == "array":
            return [self.example(schema.get("items", {}), depth + 1)]
        if kind in ("integer", "number"):
            return max(1, schema.get("minimum", 1))
        if kind == "boolean":
            return True
        return {
            "uuid": "123e4567-e89b-42d3-a456-426614174000", "date-time": "2025-03-01T08:00:00Z", "date": "2025-03-01",
            "uri": "https://receiver.example/hook",
        }.get(schema.get("format"), "stepCount")

    def target(self, changed=None, value=None):
        """Returns the path and query, with one parameter changed."""
        path, query = self.path, []
        for parameter in self.parameters:
            plain = self.example(parameter.get("schema", {}))
            text = value if parameter is changed else plain if isinstance(plain, str) else json.dumps(plain)
            text = urllib.parse.quote(text, safe="")
            if parameter.get("in") == "path":
                path = path.replace("{" + parameter["name"] + "}", text or "%20")
            elif parameter.get("in") == "query" and (parameter.get("required") or parameter is changed):
                query.append(parameter["name"] + "=" + text)
        return path + ("?" + "&".join(query) if query else "")

    def mutations(self, value, depth=0):
        """Yields the plain body with each part of it changed, one at a time."""
        yield from VALUES
        if depth > 4:
            return
        if isinstance(value, dict):
            for name, part in value.items():
                for other in self.mutations(part, depth + 1):
                    yield {**value, name: other}
            yield {**value, "unknown": 1}
        elif isinstance(value, list) and value:
            for other in self.mutations(value[0], depth + 1):
                yield [other]
            yield value * 2_000

    def requests(self):
        """Yields labels, paths, content types and bodies. Those that cover most of the code come first."""
        kind = next(iter(self.content), None)
        plain = b"{}"
        if kind and "json" in kind:
            plain = json.dumps(self.example(self.content[kind].get("schema", {}))).encode()
        elif kind:
            plain = b"csrf=1.x&a=b"
        body = plain if kind else None
        yield "plain", self.target(), kind, body
        for raw in (FORMS if kind and "form" in kind else BODIES) if kind else []:
            yield "body", self.target(), kind, raw
        for parameter in self.parameters:
            for value in NUMBERS + TEXTS:
                yield parameter["name"], self.target(parameter, value), kind, body
        if kind and "json" in kind:
            for other in self.mutations(json.loads(plain)):
                yield "field", self.target(), kind, json.dumps(other).encode()
        if kind:
            yield "type", self.target(), "text/plain; charset=utf-7", plain
            yield "empty", self.target(), None, b""


def principals(origin):
    """Returns headers by name."""
    found = {"no credentials": {}}
    if os.environ.get("TOKEN"):
        found["app"] = {"Authorization": "Bearer " + os.environ["TOKEN"]}
    if os.environ.get("SESSION"):
        found["owner"] = {
            "Cookie": os.environ["SESSION"], "X-CSRF-Token": os.environ.get("FORM_TOKEN", ""), "Origin": origin,
            "Sec-Fetch-Site": "same-origin",
        }
    return found


def main(address, seconds):
    daemon = Daemon(address)
    end = time.monotonic() + seconds
    connection = http.client.HTTPConnection(daemon.url.hostname, daemon.url.port, timeout=20)
    documents = []
    for path in ("/openapi.json", "/owner/openapi.json"):
        connection.request("GET", path)
        documents.append(json.loads(connection.getresponse().read()))
    document, owner = documents
    document["paths"].update(owner["paths"])
    for kind, parts in owner["components"].items():
        document["components"][kind] = {**parts, **document["components"].get(kind, {})}
    operations = [
        Operation(document, path, method, item.get("parameters", []), operation)
        for path, item in sorted(document["paths"].items())
        for method, operation in item.items() if method in ("get", "put", "post", "delete", "patch", "head", "options")
    ]
    for number, data in enumerate(RAW):
        daemon.raw(f"bytes {number}", data)
    queues = []
    for name, headers in principals(address).items():
        for operation in operations:
            if name != "no credentials" and operation.name in ENDS:
                continue
            queues.append((name, headers, operation, operation.requests()))
    sent, rest = 0, 0
    # The routes alternate, so that every route is requested within any time.
    while queues:
        going = []
        for name, headers, operation, requests in queues:
            request = next(requests, None)
            if request is None:
                continue
            going.append((name, headers, operation, requests))
            if time.monotonic() > end:
                rest += 1
                continue
            part, path, kind, body = request
            label = f"{operation.method} {operation.path} ({operation.name}), {part}, as {name}"
            fields = {"Host": daemon.url.netloc, **headers, **({"Content-Type": kind} if kind else {})}
            daemon.send(label, operation.method, path, fields, body)
            sent += 1
        queues = going if time.monotonic() <= end else []
    daemon.expect_alive("the end")
    daemon.report()
    print(f"hostile: {sent} requests to {len(operations)} operations" + (f"; {rest} of them had more to try" if rest else ""))
    return 1 if daemon.failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], float(sys.argv[2])))
