// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A key that a person has pressed.
enum Key: Equatable {
    case character(Unicode.Scalar)
    case enter
    case tab
    case erase

    /// Empties the line.
    case clear

    /// Ends the program.
    case end
}
