// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// The handlers of the routes for the owner's medications and their doses.
enum OwnerMedicationHandlers {
    static let bindings = [
        RouteBinding(OwnerMedicationRoutes.list, list), RouteBinding(OwnerMedicationRoutes.add, add),
        RouteBinding(OwnerMedicationRoutes.change, change), RouteBinding(OwnerMedicationRoutes.saveDoses, saveDoses),
        RouteBinding(OwnerMedicationRoutes.deleteDoses, deleteDoses),
    ]

    /// The maximum number of medications.
    private static let most = 1000
    /// The maximum number of characters of a name, as the interface declares it.
    private static let maximumNameLength = 200

    private static func list(_ scope: RequestScope) async throws -> [HKUserAnnotatedMedication] {
        let database = scope.database
        return try await scope.changing { try database.medications.all().map(\.medication) }
    }

    private static func add(_ scope: RequestScope, _ new: NewMedicationJSON) async throws -> HKUserAnnotatedMedication {
        let database = scope.database
        let name = new.name.trimmingCharacters(in: .whitespacesAndNewlines)
        let nickname = new.nickname?.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !name.isEmpty else { throw Problem(.invalidArgument, "The name of the medication has no letters.") }
        for (key, text) in [("name", new.name), ("nickname", new.nickname ?? " ")]
        where !(1...maximumNameLength).contains(text.unicodeScalars.count) {
            throw Problem(.invalidRequest, "\(key): Expected 1 to \(maximumNameLength) characters.")
        }
        return try await scope.changing {
            let known = try database.medications.all().map(\.medication)
            guard known.count < most else {
                throw Problem(.conflict, "There are already \(most) medications.")
            }
            guard !known.contains(where: { $0.medication.displayText == name }) else {
                throw Problem(.conflict, "There is already a medication with this name.")
            }
            let medication = HKUserAnnotatedMedication(
                nickname: nickname?.isEmpty == false ? nickname : nil, isArchived: false, hasSchedule: false,
                medication: HKMedicationConcept(
                    identifier: HKHealthConceptIdentifier(domain: .medication, identifier: UUID().uuidString),
                    displayText: name, generalForm: .unknown, relatedCodings: []))
            try database.medications.add([medication])
            // The person who enters a medication on the pages sees it there.
            try database.medications.allow(medication, app: WebApp.identity)
            return medication
        }
    }

    private static func change(
        _ scope: RequestScope, _ change: MedicationUpdateJSON
    ) async throws -> HKUserAnnotatedMedication {
        let database = scope.database
        return try await scope.changing {
            let medication = try database.medications.setArchived(change.isArchived, medication: change.identifier)
            guard let medication else {
                throw Problem(.notFound, "There is no such medication. GET /v1/owner/medications lists them.")
            }
            return medication
        }
    }

    private static func saveDoses(_ scope: RequestScope, _ samples: [HKSample]) async throws -> [UUID] {
        let database = scope.database
        return try await scope.changing {
            let known = Set(try database.medications.all().map(\.medication.medication.identifier))
            for sample in samples {
                guard let dose = sample as? HKMedicationDoseEvent else {
                    throw Problem(.invalidArgument, "A sample is not a dose of a medication.")
                }
                guard known.contains(dose.medicationConceptIdentifier) else {
                    throw Problem(.invalidArgument, "A dose is of a medication that is not in the owner's list.")
                }
                guard dose.doseQuantity.map({ $0.isFinite && $0 >= 0 && $0 <= 1e9 }) ?? true else {
                    throw Problem(.invalidArgument, "The quantity of a dose is not a number from 0 to 1000000000.")
                }
                do throws(HKObjectValidationError) {
                    try HKObjectValidation.checkLimits(dose)
                } catch {
                    throw Problem(.invalidArgument, error.description)
                }
            }
            // A request that is repeated saves its doses once.
            let new = try samples.filter { try database.sample(uuid: $0.uuid) == nil }
            let pages = WebApp.identity
            try database.save(
                new, source: ProvenanceData(sourceName: pages.name, bundleIdentifier: pages.identifier))
            return samples.map(\.uuid)
        }
    }

    private static func deleteDoses(_ scope: RequestScope, _ uuids: [UUID]) async throws {
        let database = scope.database
        try await scope.change {
            for uuid in uuids {
                guard let dose = try database.sample(uuid: uuid) as? HKMedicationDoseEvent,
                    dose.sourceRevision.source.bundleIdentifier == WebApp.identity.identifier
                else { throw Problem(.notFound, "There is no dose with the UUID \(uuid) that was entered here.") }
            }
            try database.delete(uuids)
        }
    }
}
