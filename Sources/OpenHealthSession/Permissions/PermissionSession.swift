// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Methods that read and request permissions.
///
/// Methods throw an `HKError`, or `CancellationError` if the task was cancelled.
package protocol PermissionSession: Sendable {
    /// Returns whether the app may save a type.
    func sharePermission(for type: HKObjectType) async throws -> AppPermission.Share
    /// Returns the part of a request that the person has not answered. A server only indicates whether there is one, in which
    /// case
    /// the entire request is returned.
    func unanswered(_ request: AuthorizationRequest) async throws -> AuthorizationRequest
    /// Returns the dates before which the app may not read, for the types with such a limit.
    func earliestAuthorizedSampleDates(for types: Set<HKObjectType>) async throws -> [HKObjectType: Date]
    /// Submits a request that the person answers in another process; `nil` if this process must prompt.
    func ask(_ request: AuthorizationRequest) async throws -> (any AuthorizationAsked)?
    /// Submits a request for objects of a type with per-object authorization; `nil` if this process must prompt.
    /// - Parameter predicate: The objects to choose from.
    func askForObjects(of type: HKObjectType, predicate: PredicateNode) async throws -> (any AuthorizationAsked)?
    /// Records that the app has requested authorization.
    func note(_ request: AuthorizationRequest) async throws
    /// Records the person's answer.
    func record(_ answer: AuthorizationAnswer) async throws
    /// Returns the objects among which the person chooses, for a type with per-object authorization.
    func objectCandidates(of type: HKObjectType, predicate: PredicateNode) async throws -> [ObjectCandidate]
    /// Records which of the presented objects the app may read.
    func record(allowed: Set<UUID>, among asked: Set<UUID>, of type: HKObjectType) async throws
}
