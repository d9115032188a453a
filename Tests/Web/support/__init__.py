# This source file is part of the OpenHealthKit open source project
# SPDX-License-Identifier: Apache-2.0
"""The common parts of the tests of the web app."""
