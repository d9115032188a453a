// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession

extension HealthContext {
    /// Prompts the person for the unanswered types of a request, if there are any.
    /// - Throws: an `HKError`; other errors of the prompt stay as it is.
    func authorize(share: Set<HKSampleType>, read: Set<HKObjectType>) async throws {
        let request = AuthorizationRequest(app: configuration.app, share: share, read: read)
        let prompt = configuration.authorization
        try await turnstile.pass {
            // Looked up in turn, since the request before may have asked for the same.
            let open = try await self.perform { try await $0.unanswered(request) }
            if open.isEmpty { return }
            if let asked = try await self.perform({ try await $0.ask(open) }) {
                return try await self.wait(for: asked, open)
            }
            try await self.perform { try await $0.note(open) }
            let answer = try await prompt.answer(open)
            // What was not asked is not answered.
            let kept = AuthorizationAnswer(
                share: answer.share.filter { type, _ in open.share.contains { $0 == type } },
                read: answer.read.filter { type, _ in open.read.contains(type) })
            try await self.perform { try await $0.record(kept) }
        }
    }

    /// Sends the person to where they answer a request, and waits until they have.
    /// - Throws: what the prompt throws, `CancellationError` where the task was cancelled, and an `HKError`.
    func wait(for asked: any AuthorizationAsked, _ request: AuthorizationRequest) async throws {
        try await configuration.authorization.show(asked.page, for: request)
        repeat {
            try Task.checkCancellation()
        } while try await perform({ _ in try await asked.wait() }) == false
    }
}
