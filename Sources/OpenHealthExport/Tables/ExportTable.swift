// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthStore

/// A table of an export: a file with the same columns in every row.
struct ExportTable: Sendable {
    /// The path without a suffix, such as `samples/stepCount`.
    let path: String
    /// The names of the columns.
    let columns: [String]
    /// Calls a function with each row.
    let rows: @Sendable (ExportContext, ([TableCell]) throws -> Void) throws -> Void

    init(
        _ path: String, _ columns: [String],
        rows: @escaping @Sendable (ExportContext, ([TableCell]) throws -> Void) throws -> Void
    ) {
        self.path = path
        self.columns = columns
        self.rows = rows
    }
}
