// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A named failure for tests.
struct TestFailure: Error, Equatable, CustomStringConvertible, ExpressibleByStringInterpolation {
    let description: String

    init(stringLiteral value: String) { description = value }
}
