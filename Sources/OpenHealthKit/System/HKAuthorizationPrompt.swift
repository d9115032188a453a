// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

/// A type that answers an app's requests for permission.
///
/// There are `automatic`, `terminal`, `grant`, `deny`, `rule(_:)` and `answering(_:)`; or write one that shows a window.
/// One request is answered at a time: the next one waits, and then asks only for what is still open.
public protocol HKAuthorizationPrompt: Sendable {
    /// Asks the person.
    /// - Parameter request: what has not been answered yet; never empty.
    /// - Returns: the answer, which may leave types out; these stay unanswered.
    /// - Throws: the error for the app if there is no one to ask.
    func answer(_ request: AuthorizationRequest) async throws -> AuthorizationAnswer

    /// Asks the person which objects the app may read, of a type whose objects they allow one by one.
    ///
    /// A prompt that does not say otherwise allows all of them where ``answer(_:)`` lets the app read the type.
    /// - Returns: the places in the list of those that the app may read.
    /// - Throws: the error for the app if there is no one to ask.
    func allowedObjects(_ request: ObjectAuthorizationRequest) async throws -> Set<Int>

    /// Sends the person to a page where they answer a request, where health data is kept by a program that asks them itself.
    /// The app waits until they have answered, so it is enough to say where the page is.
    ///
    /// A prompt that does not say otherwise prints the address to standard error.
    /// - Parameters:
    ///   - page: the address of the page.
    ///   - request: what the page asks.
    /// - Throws: the error for the app if the page cannot be shown.
    func show(_ page: URL, for request: AuthorizationRequest) async throws
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

    /// Prints the address to standard error.
    public func show(_ page: URL, for request: AuthorizationRequest) async throws {
        let text = "\(request.app.name) asks to use your health data. Answer at \(page.absoluteString)\n"
        FileHandle.standardError.write(Data(text.utf8))
    }
}
