// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession

/// Has a closure answer.
public struct ClosurePrompt: HKAuthorizationPrompt {
    private let body: @Sendable (AuthorizationRequest) async throws -> AuthorizationAnswer

    /// Creates the prompt.
    /// - Parameter body: returns the answer; its error is passed to the app.
    @preconcurrency
    public init(_ body: @escaping @Sendable (AuthorizationRequest) async throws -> AuthorizationAnswer) {
        self.body = body
    }

    /// Returns the answer of the closure.
    public func answer(_ request: AuthorizationRequest) async throws -> AuthorizationAnswer {
        try await body(request)
    }
}

extension HKAuthorizationPrompt where Self == ClosurePrompt {
    /// Has a closure answer requests.
    public static func answering(
        _ body: @escaping @Sendable (AuthorizationRequest) async throws -> AuthorizationAnswer
    ) -> ClosurePrompt {
        ClosurePrompt(body)
    }

    /// Answers by a rule, type by type.
    /// - Parameter allows: whether to allow something, from the request, the type, and whether it is to be saved; it is
    ///   asked apart whether the type may be read.
    public static func rule(
        _ allows: @escaping @Sendable (AuthorizationRequest, HKObjectType, _ isSharing: Bool) -> Bool
    ) -> ClosurePrompt {
        ClosurePrompt { request in
            var answer = AuthorizationAnswer()
            for type in request.share { answer.share[type] = allows(request, type, true) ? .authorized : .denied }
            for type in request.read { answer.read[type] = allows(request, type, false) ? .authorized : .denied }
            return answer
        }
    }
}
