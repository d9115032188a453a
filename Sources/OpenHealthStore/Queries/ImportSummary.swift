// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An import that the store remembers.
public struct ImportSummary: Sendable, Equatable {
    /// The number of the import.
    public var id: Int64
    /// The name of the input.
    public var file: String
    /// When it began.
    public var started: Date
    /// When it ended.
    public var finished: Date
    /// The date of the export, where it says.
    public var exportDate: Date?
    /// The number of added records.
    public var added: Int
    /// The number of read records.
    public var read: Int
}
