// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics
import OpenHealthStore

/// An app's access to a local database.
///
/// Calls run on threads of this class, because SQLite blocks. When the calling task is cancelled, the SQL statement is
/// interrupted and a write is rolled back.
package final class LocalAccess: HealthAccess {
    /// The synchronous implementation.
    package let appAccess: AppAccess

    /// Calls of all apps run concurrently on this queue; the database limits its connections itself.
    private static let queue = DispatchQueue(label: "org.openhealthkit.session", attributes: .concurrent)

    package init(_ appAccess: AppAccess) {
        self.appAccess = appAccess
    }

    package var app: AppIdentity { appAccess.app }
    package var clock: @Sendable () -> Date { appAccess.clock }
    package var earliestPermittedSampleDate: Date { appAccess.earliestPermittedSampleDate }

    /// Runs a blocking closure.
    /// - Throws: `CancellationError` if the task is cancelled; otherwise the error of the closure.
    func perform<Value: Sendable>(_ body: @escaping @Sendable (AppAccess) throws -> Value) async throws -> Value {
        try Task.checkCancellation()
        let (appAccess, work) = (appAccess, StoreWork())
        do {
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    Self.queue.async { continuation.resume(with: Result { try work.run { try body(appAccess) } }) }
                }
            } onCancel: {
                work.cancel()
            }
        } catch {
            // A change that was committed before the cancellation throws no error, so it is reported as successful.
            if Task.isCancelled { throw CancellationError() }
            throw error
        }
    }
}

extension LocalAccess {
    package func characteristic(_ type: HKCharacteristicType) async throws -> String? {
        try await perform { try $0.characteristic(type) }
    }

    package func dateOfBirth() async throws -> DateComponents? {
        try await perform { try $0.dateOfBirth() }
    }

    package func preferredUnits(for types: Set<HKQuantityType>, locale: Locale) async throws -> [HKQuantityType: HKUnit]
    {
        try await perform { try $0.preferredUnits(for: types, locale: locale) }
    }

    package func activitySummaries(_ predicate: PredicateNode) async throws -> [HKActivitySummary] {
        try await perform { try $0.activitySummaries(predicate) }
    }

    package func medications(_ predicate: PredicateNode, limit: Int?) async throws -> [HKUserAnnotatedMedication] {
        try await perform { try $0.medications(predicate, limit: limit) }
    }
}

extension LocalAccess {
    package func heartbeats(of uuid: UUID, from position: Int, limit: Int) async throws -> [SeriesHeartbeat] {
        try await perform { try $0.heartbeats(of: uuid, from: position, limit: limit) }
    }

    package func routePoints(
        of uuid: UUID, in interval: DateInterval?, after position: Int?, limit: Int
    ) async throws -> (points: [RoutePoint], end: Int) {
        try await perform { try $0.routePoints(of: uuid, in: interval, after: position, limit: limit) }
    }

    package func voltages(of uuid: UUID) async throws -> (values: [Double], unit: HKUnit, rate: Double) {
        try await perform { try $0.voltages(of: uuid) }
    }

    package func readings(of uuid: UUID, type: HKQuantityType, after start: Double?, limit: Int) async throws
        -> [SeriesQuantity]
    {
        try await perform { try $0.readings(of: uuid, type: type, after: start, limit: limit) }
    }
}

extension LocalAccess {
    package func statistics(_ query: StatisticsQuery) async throws -> [HKStatistics] {
        try await perform { try $0.statistics(query) }
    }

    package func splitEnergy(
        _ total: HKQuantity, start: Date, end: Date, calendar: Calendar
    ) async throws -> (resting: HKQuantity, active: HKQuantity) {
        try await perform { try $0.splitEnergy(total, start: start, end: end, calendar: calendar) }
    }
}

extension LocalAccess {
    /// Returns nil, because the process that uses the database prompts the person.
    package func ask(_ request: AuthorizationRequest) async throws -> (any SubmittedAuthorizationRequest)? { nil }

    /// Returns nil, because the process that uses the database prompts the person.
    package func askForObjects(
        of type: HKObjectType, predicate: PredicateNode
    ) async throws -> (any SubmittedAuthorizationRequest)? { nil }

    package func sharePermission(for type: HKObjectType) async throws -> AppPermission.Share {
        try await perform { try $0.sharePermission(for: type) }
    }

    package func unanswered(_ request: AuthorizationRequest) async throws -> AuthorizationRequest {
        try await perform { try $0.unanswered(request) }
    }

    package func earliestAuthorizedSampleDates(for types: Set<HKObjectType>) async throws -> [HKObjectType: Date] {
        try await perform { try $0.earliestAuthorizedSampleDates(for: types) }
    }

    package func note(_ request: AuthorizationRequest) async throws {
        try await perform { try $0.note(request) }
    }

    package func record(_ decision: AuthorizationDecision) async throws {
        try await perform { try $0.record(decision) }
    }

    package func objectCandidates(of type: HKObjectType, predicate: PredicateNode) async throws -> [ObjectCandidate] {
        try await perform { try $0.objectCandidates(of: type, predicate: predicate) }
    }

    package func record(allowed: Set<UUID>, among asked: Set<UUID>, of type: HKObjectType) async throws {
        try await perform { try $0.record(allowed: allowed, among: asked, of: type) }
    }
}

extension LocalAccess {
    package func enableDelivery(of type: HKObjectType, frequency: HKUpdateFrequency) async throws {
        try await perform { try $0.enableDelivery(of: type, frequency: frequency) }
    }

    package func disableDelivery(of type: HKObjectType) async throws {
        try await perform { try $0.disableDelivery(of: type) }
    }

    package func disableAllDeliveries() async throws {
        try await perform { try $0.disableAllDeliveries() }
    }

    package func deliveries(of types: Set<HKSampleType>) async throws -> [HKSampleType: BackgroundDelivery] {
        try await perform { try $0.deliveries(of: types) }
    }

    package func acknowledgeDelivery(
        of types: Set<HKSampleType>, through place: Int64, delivered: Set<HKSampleType>, at date: Date
    ) async throws {
        try await perform { try $0.acknowledgeDelivery(of: types, through: place, delivered: delivered, at: date) }
    }

    package func noteFailedDelivery(of types: Set<HKSampleType>, at date: Date) async throws -> [HKSampleType: Int] {
        try await perform { try $0.noteFailedDelivery(of: types, at: date) }
    }

    package func checkReadable(_ types: Set<HKSampleType>) async throws {
        try await perform { try $0.checkReadable(types) }
    }
}
