// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

@_exported import OpenHealthTestBasics
