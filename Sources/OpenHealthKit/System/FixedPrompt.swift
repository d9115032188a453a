// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession

/// Answers every request in the same way.
public struct FixedPrompt: HKAuthorizationPrompt {
    private let isGranting: Bool

    /// Creates the prompt.
    /// - Parameter isGranting: whether the answer is yes.
    public init(granting isGranting: Bool) {
        self.isGranting = isGranting
    }

    /// Yes to everything, or no to everything.
    public func answer(_ request: AuthorizationRequest) async throws -> AuthorizationAnswer {
        isGranting ? .granting(request) : .denying(request)
    }
}

extension HKAuthorizationPrompt where Self == FixedPrompt {
    /// Answers every request with yes.
    public static var grant: FixedPrompt { FixedPrompt(granting: true) }
    /// Answers every request with no.
    public static var deny: FixedPrompt { FixedPrompt(granting: false) }
}
