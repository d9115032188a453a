// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthModel
import HealthStore

/// Somebody, or something, that answers an app's requests for permission.
///
/// There are `automatic`, `terminal`, `grant`, `deny`, `rule(_:)` and `answering(_:)`; or write one that shows a window.
/// One request is answered at a time: the next one waits, and then asks only for what is still open.
public protocol HKAuthorizationPrompt: Sendable {
    /// Asks the person.
    /// - Parameter request: what has not been answered yet; never empty.
    /// - Returns: the answer, which may leave types out; these stay unanswered.
    /// - Throws: what the app gets as an error, where nobody could be asked.
    func answer(_ request: AuthorizationRequest) async throws -> AuthorizationAnswer

    /// Asks the person which objects the app may read, of a type whose objects they allow one by one.
    ///
    /// A prompt that does not say otherwise allows all of them where ``answer(_:)`` lets the app read the type.
    /// - Returns: the places in the list of those that the app may read.
    /// - Throws: what the app gets as an error, where nobody could be asked.
    func allowedObjects(_ request: ObjectAuthorizationRequest) async throws -> Set<Int>
}

extension HKAuthorizationPrompt {
    /// All objects where the app may read the type, else none.
    public func allowedObjects(_ request: ObjectAuthorizationRequest) async throws -> Set<Int> {
        let answer = try await answer(AuthorizationRequest(app: request.app, share: [], read: [request.type]))
        switch answer.read[request.type] ?? .notDetermined {
        case .authorized, .limited: return Set(request.objects.indices)
        case .denied, .notDetermined: return []
        }
    }
}
