// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A fault that a check found, with its place.
package struct Fault: Hashable, Comparable, CustomStringConvertible, Sendable {
    /// The path from the root of the checked tree.
    package let path: String
    /// The line, counted from 1; nil if the fault belongs to the file as a whole.
    package let line: Int?
    /// The problem and its remedy.
    package let message: String

    package init(_ path: String, line: Int? = nil, _ message: String) {
        self.path = path
        self.line = line
        self.message = message
    }

    package var description: String {
        line.map { "\(path):\($0): \(message)" } ?? "\(path): \(message)"
    }

    package static func < (left: Fault, right: Fault) -> Bool {
        (left.path, left.line ?? 0, left.message) < (right.path, right.line ?? 0, right.message)
    }
}
