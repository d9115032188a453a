// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The client of a failed sign-in, by which failures are counted.
enum SignInClient: Hashable, Sendable {
    /// An address without a known browser.
    case address(ClientAddress)
    /// A browser in which the owner has signed in before, identified by the SHA-256 hash of its cookie. It is counted separately
    /// for each address, so that a program that has read the cookie on another port cannot lock out the browser at other
    /// addresses.
    case device(Data, ClientAddress)

    /// Whether the owner has signed in from the client before.
    var isKnown: Bool { if case .device = self { true } else { false } }
}
