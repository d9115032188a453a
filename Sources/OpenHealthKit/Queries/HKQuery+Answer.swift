// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension HKQuery {
    /// Runs a query with a single result: computes the result, calls the handler with it or an error, and ends. Called
    /// from ``run(_:)``.
    func answer<Answer>(
        _ work: () async throws -> Answer, with handler: (Answer?, (any Error)?) -> Void
    ) async {
        let result: Result<Answer, any Error>
        do {
            result = .success(try await work())
        } catch {
            result = .failure(error)
        }
        // It may have been stopped meanwhile.
        if isRunning { result.tell(handler) }
        finish()
    }
}
