# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""A server on another port of the same host, to which browsers send the daemon's cookies."""

import http.server
import threading
import urllib.error
import urllib.parse
import urllib.request


class OtherPort:
    """A server of an empty page that records received cookies."""

    def __init__(self):
        other = self
        self.cookies = ""

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                other.cookies = self.headers.get("Cookie") or other.cookies
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(b"<!DOCTYPE html><title>Another port</title><link rel=icon href=data:,><p>Hello")

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self) -> "OtherPort":
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *arguments):
        self.server.shutdown()
        self.server.server_close()

    def ask(self, daemon, method: str, path: str, head: dict, form: dict | None = None) -> tuple:
        """Sends a request with the cookies and any headers to a daemon, and returns the status and the body."""
        data = urllib.parse.urlencode(form).encode() if form is not None else None
        request = urllib.request.Request(daemon.address + path, data, {"Cookie": self.cookies, **head}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()
