// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

/// A type that answers an app's requests for permission.
///
/// Use `automatic`, `terminal`, `grant`, `deny`, `rule(_:)` or `answering(_:)`, or implement your own, for example to show a
/// window. Requests are answered one at a time: when the next one is presented, it contains only the types that are still
/// unanswered.
public protocol HKAuthorizationPrompt: Sendable {
    /// Prompts the person.
    /// - Parameter request: The unanswered types; never empty.
    /// - Returns: The decision. Types that it omits remain unanswered.
    /// - Throws: The error for the app if the person cannot be prompted.
    func answer(_ request: AuthorizationRequest) async throws -> AuthorizationDecision

    /// Asks the person which objects of a type the app may read, if the type requires authorization for each object.
    ///
    /// The default implementation allows all objects if ``answer(_:)`` allows the app to read the type.
    /// - Returns: The indices of the objects that the app may read.
    /// - Throws: The error for the app if the person cannot be prompted.
    func allowedObjects(_ request: ObjectAuthorizationRequest) async throws -> Set<Int>

    /// Directs the person to a page for answering a request, if the health data is managed by a program with its own
    /// authorization page. The app waits for the decision, so an implementation only needs to show the address.
    ///
    /// The default implementation prints the address to standard error.
    /// - Parameters:
    ///   - page: The address of the page.
    ///   - request: The request that the page presents.
    /// - Throws: The error for the app if the page cannot be shown.
    func show(_ page: URL, for request: AuthorizationRequest) async throws
}

extension HKAuthorizationPrompt {
    /// Returns all objects if the app may read the type, otherwise none.
    public func allowedObjects(_ request: ObjectAuthorizationRequest) async throws -> Set<Int> {
        let decision = try await answer(AuthorizationRequest(app: request.app, share: [], read: [request.type]))
        switch decision.read[request.type] ?? .notDetermined {
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
