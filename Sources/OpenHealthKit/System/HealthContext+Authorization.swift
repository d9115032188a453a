// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession

extension HealthContext {
    /// Prompts the person for the unanswered types of a request, if there are any.
    /// - Throws: An `HKError`; other errors of the prompt are passed through.
    func authorize(share: Set<HKSampleType>, read: Set<HKObjectType>) async throws {
        let request = AuthorizationRequest(app: configuration.app, share: share, read: read)
        let prompt = configuration.authorization
        try await turnstile.pass {
            // Checked after waiting, because the previous request may have covered the same types.
            let open = try await self.perform { try await $0.unanswered(request) }
            if open.isEmpty { return }
            if let asked = try await self.perform({ try await $0.ask(open) }) {
                return try await self.wait(for: asked, open)
            }
            try await self.perform { try await $0.note(open) }
            let answer = try await prompt.answer(open)
            // Types that were not requested are not recorded.
            let kept = AuthorizationAnswer(
                share: answer.share.filter { type, _ in open.share.contains { $0 == type } },
                read: answer.read.filter { type, _ in open.read.contains(type) })
            try await self.perform { try await $0.record(kept) }
        }
    }

    /// Directs the person to the page for answering a request, and waits for the answer.
    /// - Throws: The error of the prompt, `CancellationError` if the task was canceled, or an `HKError`.
    func wait(for asked: any AuthorizationAsked, _ request: AuthorizationRequest) async throws {
        try await configuration.authorization.show(asked.page, for: request)
        repeat {
            try Task.checkCancellation()
        } while try await perform({ _ in try await asked.wait() }) == false
    }
}
