// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Whether money went out or came in. The raw value is what the database keeps.
enum ExpenseType: Int, Codable, Sendable {
    case outcome = 0
    case income = 1
}
