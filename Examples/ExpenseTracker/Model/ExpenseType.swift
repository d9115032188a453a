// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Whether money was spent or received. The database contains the raw value.
enum ExpenseType: Int, Codable, Sendable {
    case outcome = 0
    case income = 1
}
