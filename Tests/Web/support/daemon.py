# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""A daemon of the built tool with a store."""

import contextlib
import os
import pathlib
import random
import re
import socket
import subprocess
import time

from .places import binary
from .processes import APART
from .tool import environment


def free_port() -> int:
    """Returns a free port below the kernel's ephemeral ports, so that no other server receives it while the daemon restarts."""
    for port in random.sample(range(10_000, 32_000), 1_000):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


class Daemon:
    """A daemon that serves a store on a free port of this machine."""

    def __init__(self, store: pathlib.Path):
        self.store = store
        self.port = free_port()
        self.code = None
        self.process = None
        # The session of the signed-in person.
        self.cookies: list = []
        self.token = None
        self.log = store.with_suffix(".log")
        self.start()

    def start(self) -> None:
        """Starts the daemon, at its previous address if it had one."""
        printed = self.store.with_suffix(".out")
        command = [binary(), "serve", "--store", str(self.store), "--listen", f"127.0.0.1:{self.port}"]
        if os.environ.get("HEALTH_WEB"):
            command += ["--web", os.environ["HEALTH_WEB"]]
        with open(printed, "w") as out, open(self.log, "a") as log:
            self.process = subprocess.Popen(command, stdout=out, stderr=log, stdin=subprocess.DEVNULL, env=environment(), **APART)
        until = time.monotonic() + 60
        while not (found := re.search(r"at http://127\.0\.0\.1:(\d+)\n", printed.read_text())):
            assert self.process.poll() is None, f"the daemon has ended: {self.log.read_text()[-2000:]}"
            assert time.monotonic() < until, "the daemon does not listen"
            time.sleep(0.02)
        self.port = int(found[1])
        # A store without an owner gets a code with which the first person sets the passphrase.
        code = None
        while "owner/setup" in printed.read_text() and not code:
            code = re.search(r"the code is (\S+)\n", printed.read_text())
            time.sleep(0.01)
        self.code = code[1] if code else None

    def keep(self, cookies: list, token: str) -> None:
        """Keeps the session of the signed-in person: its cookies, and the token that the pages keep separately."""
        self.cookies, self.token = cookies, token

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        """Stops the daemon, and checks its exit status."""
        if self.process is None:
            return
        process, self.process = self.process, None
        process.terminate()
        try:
            status = process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise AssertionError("the daemon does not stop")
        assert status == 0, f"the daemon ended with {status}: {self.log.read_text()[-2000:]}"

    def faults(self) -> list:
        """Returns the errors in its log."""
        return [line for line in self.log.read_text().splitlines() if re.search(r'"level":"(error|critical)"', line)]
