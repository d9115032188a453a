// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A recorded import.
public struct ImportSummary: Sendable, Equatable {
    /// The number of the import.
    public var id: Int64
    /// The name of the input.
    public var file: String
    /// The start of the import.
    public var started: Date
    /// The end of the import.
    public var finished: Date
    /// The date of the export, if the input contains one.
    public var exportDate: Date?
    /// The number of added records.
    public var added: Int
    /// The number of read records.
    public var read: Int
}
