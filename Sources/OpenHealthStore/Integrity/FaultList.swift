// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The faults of one kind: the first of them, and their number.
struct FaultList {
    private var first: [String] = []
    private var count = 0
    private let rest: String

    /// Creates an empty list.
    /// - Parameter rest: A description of the faults that aren't listed, such as "samples end before they start".
    init(rest: String) {
        self.rest = rest
    }

    mutating func add(_ text: @autoclosure () -> String) {
        count += 1
        if first.count < CheckReport.limit { first.append(text()) }
    }

    /// The faults as lines of a report.
    var lines: [String] {
        count > first.count ? first + ["\(count - first.count) more: \(rest)"] : first
    }
}
