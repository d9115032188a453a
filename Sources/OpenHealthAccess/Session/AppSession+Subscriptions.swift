// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension AppSession {
    package func subscribe(
        after anchor: Int64? = nil, _ handler: @escaping @Sendable (ChangeRange) -> Void
    ) throws -> ChangeSubscription {
        do {
            return try database.subscribe(after: anchor, handler)
        } catch {
            throw HKError(storeError: error)
        }
    }

    package func attachmentBytes(_ uuid: UUID, from offset: Int, count: Int?) throws -> Data {
        let url = try attachmentFile(uuid)
        do {
            let file = try FileHandle(forReadingFrom: url)
            defer { try? file.close() }
            try file.seek(toOffset: UInt64(offset))
            return try (count.map { try file.read(upToCount: $0) } ?? file.readToEnd()) ?? Data()
        } catch {
            throw HKError(
                .errorDatabaseInaccessible,
                userInfo: [
                    NSLocalizedDescriptionKey: "The bytes of the attachment cannot be read: \(error)",
                    NSUnderlyingErrorKey: error,
                ])
        }
    }

    package func sharePermission(for type: HKObjectType) throws -> AppPermission.Share {
        try permissions(for: [type])[type]?.share ?? .notDetermined
    }

    /// All objects of a type are candidates, not only visible ones, because the person hasn't been asked yet.
    package func objectCandidates(of type: HKObjectType, predicate: PredicateNode) throws -> [ObjectCandidate] {
        try predicate.check()
        do {
            if type is HKUserAnnotatedMedicationType {
                return try database.medications().filter { predicate.matches($0.medication) }.map {
                    ObjectCandidate(
                        uuid: $0.uuid, text: $0.medication.nickname ?? $0.medication.medication.displayText)
                }
            }
            return try database.samples(SampleRequest(types: [type.identifier])).filter { predicate.matches($0) }.map {
                ObjectCandidate(
                    uuid: $0.uuid,
                    text: "\($0.startDate.formatted(.iso8601.year().month().day())), \($0.sourceRevision.source.name)")
            }
        } catch {
            throw HKError(storeError: error)
        }
    }
}
