// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession

/// A prompt that calls a closure.
public struct ClosurePrompt: HKAuthorizationPrompt {
    private let body: @Sendable (AuthorizationRequest) async throws -> AuthorizationAnswer

    /// Creates the prompt.
    /// - Parameter body: A closure that returns the answer; its error is passed to the app.
    @preconcurrency
    public init(_ body: @escaping @Sendable (AuthorizationRequest) async throws -> AuthorizationAnswer) {
        self.body = body
    }

    /// Returns the result of the closure.
    public func answer(_ request: AuthorizationRequest) async throws -> AuthorizationAnswer {
        try await body(request)
    }
}

extension HKAuthorizationPrompt where Self == ClosurePrompt {
    /// Returns a prompt that calls a closure.
    public static func answering(
        _ body: @escaping @Sendable (AuthorizationRequest) async throws -> AuthorizationAnswer
    ) -> ClosurePrompt {
        ClosurePrompt(body)
    }

    /// Returns a prompt that applies a rule to each type.
    /// - Parameter allows: A closure that returns whether to allow a type. It receives the request, the type, and whether the
    ///   type is to be saved; it is called separately for reading.
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
