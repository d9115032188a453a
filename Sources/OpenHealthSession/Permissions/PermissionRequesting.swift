// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Methods that read and request permissions.
///
/// Methods throw an `HKError`, or `CancellationError` if the task was cancelled.
package protocol PermissionRequesting: Sendable {
    /// Returns whether the app may save a type.
    func sharePermission(for type: HKObjectType) async throws -> AppPermission.Share
    /// Returns the part of a request on which the person has not decided. A server only indicates whether there is one, in
    /// which case the entire request is returned.
    func unanswered(_ request: AuthorizationRequest) async throws -> AuthorizationRequest
    /// Returns the dates before which the app may not read, for the types with such a limit.
    func earliestAuthorizedSampleDates(for types: Set<HKObjectType>) async throws -> [HKObjectType: Date]
    /// Submits a request that the person answers in another process; `nil` if this process must prompt.
    func ask(_ request: AuthorizationRequest) async throws -> (any SubmittedAuthorizationRequest)?
    /// Submits a request for objects of a type with per-object authorization; `nil` if this process must prompt.
    /// - Parameter predicate: The objects to choose from.
    func askForObjects(
        of type: HKObjectType, predicate: PredicateNode
    ) async throws -> (any SubmittedAuthorizationRequest)?
    /// Records that the app has requested authorization.
    func note(_ request: AuthorizationRequest) async throws
    /// Records the person's decision.
    func record(_ decision: AuthorizationDecision) async throws
    /// Returns the objects among which the person chooses, for a type with per-object authorization.
    func objectCandidates(of type: HKObjectType, predicate: PredicateNode) async throws -> [ObjectCandidate]
    /// Records which of the presented objects the app may read.
    func record(allowed: Set<UUID>, among asked: Set<UUID>, of type: HKObjectType) async throws
}

/// An app's authorization request.
public struct AuthorizationRequest: Hashable, Sendable {
    /// The app.
    public var app: AppIdentity
    /// The types that the app requests to save.
    public var share: Set<HKSampleType>
    /// The types that the app requests to read.
    public var read: Set<HKObjectType>

    /// Creates a request from its properties.
    public init(app: AppIdentity, share: Set<HKSampleType>, read: Set<HKObjectType>) {
        self.app = app
        self.share = share
        self.read = read
    }

    /// Whether the request contains no types.
    public var isEmpty: Bool { share.isEmpty && read.isEmpty }
}

/// The person's decision on a request: for some of its types, all, or none.
public struct AuthorizationDecision: Hashable, Sendable {
    /// The permissions to save. Types that are not included have no decision.
    public var share: [HKObjectType: AppPermission.Share]
    /// The permissions to read. Types that are not included have no decision.
    public var read: [HKObjectType: AppPermission.Read]

    /// Creates a decision from its properties.
    public init(share: [HKObjectType: AppPermission.Share] = [:], read: [HKObjectType: AppPermission.Read] = [:]) {
        self.share = share
        self.read = read
    }

    /// Returns a decision that grants all types of a request.
    public static func granting(_ request: AuthorizationRequest) -> AuthorizationDecision {
        AuthorizationDecision(
            share: Dictionary(request.share.map { ($0, .authorized) }) { first, _ in first },
            read: Dictionary(request.read.map { ($0, .authorized) }) { first, _ in first })
    }

    /// Returns a decision that denies all types of a request.
    public static func denying(_ request: AuthorizationRequest) -> AuthorizationDecision {
        AuthorizationDecision(
            share: Dictionary(request.share.map { ($0, .denied) }) { first, _ in first },
            read: Dictionary(request.read.map { ($0, .denied) }) { first, _ in first })
    }
}

/// A submitted request that the person answers in another process.
package protocol SubmittedAuthorizationRequest: Sendable {
    /// The page on which the person answers the request.
    var page: URL { get }

    /// Waits a limited time for the decision.
    /// - Returns: Whether the request has been answered, but not the decision.
    /// - Throws: An `HKError`.
    func wait() async throws -> Bool
}

/// An object that the person can allow an app to read: its UUID and a description.
package struct ObjectCandidate: Hashable, Sendable {
    package var uuid: UUID
    /// The description on one line.
    package var text: String

    package init(uuid: UUID, text: String) {
        self.uuid = uuid
        self.text = text
    }
}

/// The rules for permission requests.
package enum AuthorizationRules {
    /// Returns the reason why a request must not contain these types, as a message for the developer; `nil` if it is allowed.
    package static func disallowed(share: Set<HKSampleType>, read: Set<HKObjectType>) -> String? {
        let notShared = share.filter { !$0.facts.isShareable || $0 is HKCorrelationType }
        if !notShared.isEmpty {
            return
                "Authorization to share the following types is disallowed: \(names(notShared)). Leave out what apps cannot "
                + "save; for a correlation, ask for the types of what it holds."
        }
        let notRead = read.filter { $0 is HKCorrelationType }
        if !notRead.isEmpty {
            return
                "Authorization to read the following types is disallowed: \(names(notRead)). Ask for the types of what "
                + "these correlations hold."
        }
        return nil
    }

    /// Checks that a request is valid.
    /// - Throws: An `HKError` if it is not.
    package static func check(share: Set<HKSampleType>, read: Set<HKObjectType>) throws {
        if share.isEmpty && read.isEmpty {
            throw HKError(.errorInvalidArgument, "The request names no types. Name at least one to save or read.")
        }
        let byObject = read.filter { $0.requiresPerObjectAuthorization() }
        if !byObject.isEmpty {
            throw HKError(
                .errorInvalidArgument,
                "The person allows objects of \(names(byObject)) one by one. Call requestPerObjectReadAuthorization "
                    + "for them.")
        }
    }

    private static func names(_ types: some Sequence<HKObjectType>) -> String {
        types.map(\.identifier).sorted().joined(separator: ", ")
    }
}
