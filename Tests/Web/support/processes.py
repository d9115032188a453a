# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""Processes that end with the tests, in whichever way these end."""

import ctypes
import signal

_libc = ctypes.CDLL(None, use_errno=True)
_PR_SET_PDEATHSIG = 1


def dies_with_parent() -> None:
    """Asks the kernel to end the calling child process when the tests end."""
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


# Ctrl-C is only sent to the tests, which then end their children in order.
APART = {"start_new_session": True, "preexec_fn": dies_with_parent}
