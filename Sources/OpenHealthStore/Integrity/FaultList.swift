// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Faults of one kind: the first of them, and how many.
struct FaultList {
    private var first: [String] = []
    private var count = 0
    private let rest: String

    /// - Parameter rest: what to call those that are not listed, such as "samples end before they start".
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
