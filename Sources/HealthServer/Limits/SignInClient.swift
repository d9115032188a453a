// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What failed sign-ins are counted by.
enum SignInClient: Hashable, Sendable {
    /// An address that nothing else is known of.
    case address(ClientAddress)
    /// A browser in which the owner has signed in before, by SHA-256 of its cookie. It is counted at each address by itself, so
    /// that whoever has read the cookie on another port cannot lock the browser out from elsewhere.
    case device(Data, ClientAddress)

    /// Whether the owner has signed in there before.
    var isKnown: Bool { if case .device = self { true } else { false } }
}
