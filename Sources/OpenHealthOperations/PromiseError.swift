// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An error of a promise that is not an error of a step.
public enum PromiseError: Error, Hashable, CustomStringConvertible {
    /// A step waited for a publisher that ended without a value.
    case noValue

    /// A description in one line: the problem and its remedy.
    public var description: String {
        "the publisher that a step waited for ended without a value; let it send one, or end with a value of its own choice"
    }
}

extension PromiseError: LocalizedError {
    /// The description.
    public var errorDescription: String? { description }
}
