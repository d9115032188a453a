# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Another app of the daemon, which uses the public interface like any program."""

import json
import urllib.error
import urllib.parse
import urllib.request
import uuid

from .tool import health


class App:
    """An app that registers itself with the daemon."""

    def __init__(self, daemon, identifier: str = "org.example.steps", name: str = "Step Counter"):
        self.daemon, self.identifier, self.name = daemon, identifier, name
        self.token = None
        code = health("apps", "pair", "--store", daemon.store).strip()
        description = {"identifier": identifier, "name": name, "version": "1.2", "pairingCode": code}
        self.token = self.send("POST", "/v1/apps", description)["token"]

    def send(self, method: str, path: str, body=None, **query):
        """Sends a request, and returns the JSON of the response."""
        address = self.daemon.address + path
        if query:
            address += "?" + urllib.parse.urlencode(query, doseq=True)
        headers = {"Accept": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        if method == "POST":
            headers["Idempotency-Key"] = str(uuid.uuid4())
        request = urllib.request.Request(address, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            content = answer.read()
        return json.loads(content) if content else None

    def refused(self, method: str, path: str, body=None, **query) -> tuple:
        """Sends a request that must be refused, and returns the status and the problem."""
        try:
            self.send(method, path, body, **query)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)
        raise AssertionError(f"{method} {path} was allowed")

    def ask(self, share=(), read=()) -> str:
        """Requests permission from the person, and returns the path of the sheet."""
        answer = self.send("POST", "/v1/authorization-requests", {"share": list(share), "read": list(read)})
        return urllib.parse.urlsplit(answer["url"]).path

    def allow(self, *options: str) -> None:
        """Grants permissions without a sheet, such as ("--share", "stepCount")."""
        health("apps", "grant", self.identifier, *options, "--store", self.daemon.store)

    def save(self, *samples: dict) -> list:
        """Saves samples, and returns their UUIDs."""
        return self.send("POST", "/v1/samples", {"samples": list(samples)})["uuids"]
