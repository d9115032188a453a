# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Runs a command that reads a passphrase from its terminal: with_passphrase.py PASSPHRASE COMMAND..."""

import os
import pty
import sys

passphrase, command = sys.argv[1], sys.argv[2:]
process, terminal = pty.fork()
if process == 0:
    os.execvp(command[0], command)
shown = b""
try:
    # Each prompt ends with a colon; the passphrase is not echoed.
    while data := os.read(terminal, 1024):
        shown += data
        if data.rstrip().endswith(b":"):
            os.write(terminal, passphrase.encode() + b"\n")
except OSError:
    pass  # The terminal ends with the command.
status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
if status:
    sys.stderr.write(shown.decode(errors="replace"))
sys.exit(1 if status else 0)
