// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// An error whose description names the problem, its place and its remedy, so that it can be shown to people as it is.
package protocol ReportableError: Error, CustomStringConvertible {
    /// Whether the problem is in the arguments of the caller, rather than in a file, a store or a server.
    var isAboutArguments: Bool { get }
}

extension ReportableError {
    package var isAboutArguments: Bool { false }
}
