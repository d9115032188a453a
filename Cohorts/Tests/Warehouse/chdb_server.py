#!/usr/bin/env python3
"""Serves the part of ClickHouse's HTTP interface that OpenHealthWarehouse uses, with the engine embedded by chdb.

Usage: chdb_server.py FOLDER. The first line of the output is the port. One statement runs at a time.
"""

import http.server
import os
import re
import sys
import tempfile
import threading
import urllib.parse

import chdb

INSERT = re.compile(r"\s*(INSERT\s+INTO\s.*?)\s+FORMAT\s+(\w+)\s*", re.IGNORECASE | re.DOTALL)
# Parameters of the interface that are not settings of a statement.
OF_THE_INTERFACE = {"query", "database", "user", "password", "wait_end_of_query", "buffer_size", "query_id"}
SETTING = re.compile(r"[a-z_0-9]+")


class Engine:
    """The only connection that a process can have."""

    def __init__(self, folder):
        self.folder = folder
        self.lock = threading.Lock()
        self.connection = chdb.connect(os.path.join(folder, "data"))
        self.connection.query("SET max_threads = 2")

    def run(self, statement, data, settings):
        with self.lock, tempfile.TemporaryDirectory(dir=self.folder) as scratch:
            insert = INSERT.fullmatch(statement)
            if insert:
                rows = os.path.join(scratch, "rows")
                with open(rows, "wb") as file:
                    file.write(data)
                statement = f"{insert[1]} FROM INFILE '{rows}' FORMAT {insert[2]}"
            else:
                statement += data.decode()
            try:
                for name, value in settings.items():
                    self.connection.query(f"SET {name} = '{value}'")
                return self.connection.query(statement, "TabSeparated").bytes() or b""
            finally:
                for name in settings:
                    self.connection.query(f"SET {name} = DEFAULT")


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Small responses are sent immediately.
    wbufsize = -1
    disable_nagle_algorithm = True

    def do_GET(self):
        if self.path == "/ping":
            self.answer(200, b"Ok.\n")
        else:
            self.answer(404, b"There is no handle for this path\n")

    def do_POST(self):
        data = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        parameters = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query, keep_blank_values=True))
        settings = {name: value for name, value in parameters.items() if name not in OF_THE_INTERFACE}
        try:
            for name, value in settings.items():
                if not SETTING.fullmatch(name) or "'" in value or "\\" in value:
                    raise ValueError(f"Code: 115. DB::Exception: Unknown setting {name}")
            self.answer(200, self.server.engine.run(parameters.get("query", ""), data, settings))
        except Exception as error:
            text = str(error)
            start = text.find("Code: ")
            self.answer(500, (text[start:] if start >= 0 else f"Code: 1001. DB::Exception: {text}").encode() + b"\n")

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Type", "text/plain; charset=UTF-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, form, *arguments):
        pass


def main(folder):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.engine = Engine(folder)
    print(server.server_address[1], flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main(sys.argv[1])
