# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Processes that end when the tests end, however they end."""

import ctypes
import signal

_libc = ctypes.CDLL(None, use_errno=True)
_PR_SET_PDEATHSIG = 1


def dies_with_parent() -> None:
    """To be run in a child: the kernel ends it when the tests are gone."""
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


# Ctrl-C goes to the tests alone, which then end their children in order.
APART = {"start_new_session": True, "preexec_fn": dies_with_parent}
