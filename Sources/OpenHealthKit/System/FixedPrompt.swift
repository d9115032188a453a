// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession

/// A prompt that gives the same answer to every request.
public struct FixedPrompt: HKAuthorizationPrompt {
    private let isGranting: Bool

    /// Creates the prompt.
    /// - Parameter isGranting: Whether requests are granted.
    public init(granting isGranting: Bool) {
        self.isGranting = isGranting
    }

    /// Returns an answer that grants or denies all types.
    public func answer(_ request: AuthorizationRequest) async throws -> AuthorizationAnswer {
        isGranting ? .granting(request) : .denying(request)
    }
}

extension HKAuthorizationPrompt where Self == FixedPrompt {
    /// A prompt that grants every request.
    public static var grant: FixedPrompt { FixedPrompt(granting: true) }
    /// A prompt that denies every request.
    public static var deny: FixedPrompt { FixedPrompt(granting: false) }
}
