#!/usr/bin/env python3
# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Runs a program on a terminal and checks what a person would see.

usage: terminal.py PROGRAM [ARGUMENT...] < steps

Each line is a step. Steps that check the screen wait until it matches, for at most a minute:
  row N TEXT       row N of the screen is the text, apart from spaces at its ends; without a text it is empty
  see TEXT         a row contains the text
  gone TEXT        no row contains the text
  tint N R;G;B     row N begins on this background color
  type TEXT        types the text and the enter key
  keys TEXT        types only the text, with escapes such as \\t and \\x7f for keys
  size ROWS COLS   changes the size of the terminal
  run COMMAND      runs a shell command meanwhile
  signal NAME      sends the program a signal, such as TERM
  page main        the screen from before the program is shown again
  status N         the program has exited with this status
"""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

PATIENCE = 60


class Screen:
    """The screen of a terminal, with the features that these programs use."""

    SEQUENCE = re.compile(r"\x1b\[([?]?)([0-9;]*)([A-Za-z])")

    def __init__(self, rows, columns):
        self.rows, self.columns = rows, columns
        self.page = "main"
        self.tint = ""
        self.clear()
        self.pending = ""

    def clear(self):
        self.row = self.column = 0
        self.cells = [[(" ", "")] * self.columns for _ in range(self.rows)]

    def resize(self, rows, columns):
        self.rows, self.columns = rows, columns
        self.clear()

    def feed(self, text):
        text = self.pending + text
        at = 0
        while at < len(text):
            if text[at] == "\x1b":
                match = self.SEQUENCE.match(text, at)
                if not match:
                    if len(text) - at > 30:
                        raise ValueError("not a known sequence: %r" % text[at : at + 30])
                    break
                self.control(*match.groups())
                at = match.end()
                continue
            self.put(text[at])
            at += 1
        self.pending = text[at:]

    def put(self, character):
        if character == "\r":
            self.column = 0
        elif character == "\n":
            self.row = min(self.rows - 1, self.row + 1)
        elif character >= " ":
            # No program here may wrap a line.
            column = min(self.column, self.columns - 1)
            self.cells[self.row][column] = (character, self.tint)
            self.column += 1
        else:
            raise ValueError("a control character on the screen: %r" % character)

    def control(self, private, numbers, letter):
        values = [int(value or 0) for value in numbers.split(";")]
        if private:
            if values[0] == 1049:
                self.page = "own" if letter == "h" else "main"
        elif letter == "H":
            row, column = (values + [1, 1])[:2] if numbers else (1, 1)
            self.row = min(self.rows, max(1, row)) - 1
            self.column = min(self.columns, max(1, column)) - 1
        elif letter == "K":
            for column in range(min(self.column, self.columns), self.columns):
                self.cells[self.row][column] = (" ", self.tint)
        elif letter == "J" and values[0] == 2:
            self.cells = [[(" ", "")] * self.columns for _ in range(self.rows)]
        elif letter == "J":
            for row in range(self.row, self.rows):
                first = self.column if row == self.row else 0
                for column in range(first, self.columns):
                    self.cells[row][column] = (" ", self.tint)
        elif letter == "m":
            if values[:2] == [48, 2]:
                self.tint = ";".join(map(str, values[2:5]))
            elif values == [0]:
                self.tint = ""
        else:
            raise ValueError("not a known sequence: %s%s" % (numbers, letter))

    def text(self, row):
        return "".join(cell[0] for cell in self.cells[row]).strip()


class Session:
    def __init__(self, command):
        self.screen = Screen(24, 80)
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            # A shell without a terminal starts commands in the background with these signals ignored.
            for each in (signal.SIGINT, signal.SIGQUIT):
                signal.signal(each, signal.SIG_DFL)
            os.execvp(command[0], command)
        self.status = None
        self.resize(24, 80)

    def resize(self, rows, columns):
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen.resize(rows, columns)

    def read(self):
        """Reads the output of the program; returns False if it has ended."""
        if not select.select([self.terminal], [], [], 0.05)[0]:
            return True
        try:
            data = os.read(self.terminal, 65536)
        except OSError:
            data = b""
        self.screen.feed(self.decoder.decode(data))
        return bool(data)

    def wait(self, step, holds):
        end = time.monotonic() + PATIENCE
        while not holds():
            if time.monotonic() > end or (not self.read() and not holds()):
                shown = "\n".join(self.screen.text(row) for row in range(self.screen.rows))
                sys.exit("not so: %s\nthe screen:\n%s" % (step, shown))

    def ended(self):
        if self.status is None:
            process, status = os.waitpid(self.process, os.WNOHANG)
            if process:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status

    def perform(self, step):
        verb, _, rest = step.partition(" ")
        screen = self.screen
        if verb == "row":
            number, _, text = rest.partition(" ")
            self.wait(step, lambda: screen.text(int(number) - 1) == text)
        elif verb == "see":
            self.wait(step, lambda: any(rest in screen.text(row) for row in range(screen.rows)))
        elif verb == "gone":
            self.wait(step, lambda: not any(rest in screen.text(row) for row in range(screen.rows)))
        elif verb == "tint":
            number, _, color = rest.partition(" ")
            self.wait(step, lambda: screen.cells[int(number) - 1][0][1] == color)
        elif verb == "type":
            os.write(self.terminal, rest.encode() + b"\r")
        elif verb == "keys":
            os.write(self.terminal, codecs.decode(rest, "unicode_escape").encode("latin-1"))
        elif verb == "size":
            self.resize(*map(int, rest.split()))
        elif verb == "run":
            subprocess.run(rest, shell=True, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        elif verb == "signal":
            os.kill(self.process, getattr(signal, "SIG" + rest))
        elif verb == "page":
            self.wait(step, lambda: screen.page == rest)
        elif verb == "status":
            end = time.monotonic() + PATIENCE
            while self.ended() is None and time.monotonic() < end:
                if not self.read():
                    time.sleep(0.01)
            if self.status != int(rest):
                sys.exit("not so: %s; it was %s" % (step, self.status))
        else:
            sys.exit("not a step: " + step)


def main():
    session = Session(sys.argv[1:])
    try:
        for line in sys.stdin:
            if line.strip():
                session.perform(line.rstrip("\n"))
    finally:
        if session.ended() is None:
            os.kill(session.process, signal.SIGKILL)
            os.waitpid(session.process, 0)


main()
