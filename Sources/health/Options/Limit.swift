// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The requested number of rows.
enum Limit {
    /// Throws an error if the number is less than 1.
    static func check(_ limit: Int?) throws {
        if let limit, limit < 1 { throw ValidationError("--limit must be 1 or more") }
    }
}
