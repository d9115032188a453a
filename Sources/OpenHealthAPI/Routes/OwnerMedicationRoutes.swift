// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The routes for the owner's medications and their doses, which no app may save.
package enum OwnerMedicationRoutes {
    package static let all = [list.route, add.route, change.route, saveDoses.route, deleteDoses.route]

    package static let list = Endpoint<Void, [HKUserAnnotatedMedication]>(
        "listMedications", .get, "/v1/owner/medications", for: .owner, "All medications of the owner",
        response: .only("medications", .array(of: .medication)),
        "The medications, in the order in which they were added."
    )

    package static let add = Endpoint<NewMedicationJSON, HKUserAnnotatedMedication>(
        "addMedication", .post, "/v1/owner/medications", for: .owner, "Adds a medication",
        details: "The pages of the server may read it from then on; other apps may if the owner allows it.",
        request: NewMedicationJSON.format, most: 16 << 10,
        response: .medication, "The medication.", status: 201,
        problems: [.conflict, .invalidArgument])

    package static let change = Endpoint<MedicationUpdateJSON, HKUserAnnotatedMedication>(
        "changeMedication", .patch, "/v1/owner/medications", for: .owner, "Archives a medication, or restores it",
        details: "The medication and its doses stay. Apps that may read the medication see the property isArchived.",
        request: MedicationUpdateJSON.format, most: 16 << 10,
        response: .medication, "The medication.",
        problems: [.notFound])

    package static let saveDoses = Endpoint<[HKSample], [UUID]>(
        "saveDoses", .post, "/v1/owner/doses", for: .owner, "Saves doses of the owner's medications: all, or none",
        details: "The samples have the class HKMedicationDoseEvent. They become those of the server's pages.",
        request: .only("samples", .array(of: .newSample, most: 1000)), most: 1 << 20,
        response: .only("uuids", .array(of: .uuid)), "The UUIDs of the samples.",
        problems: [.conflict, .invalidArgument])

    package static let deleteDoses = Endpoint<[UUID], Void>(
        "deleteDoses", .post, "/v1/owner/doses/delete", for: .owner, "Deletes doses that were entered on the pages",
        request: .only("uuids", .array(of: .uuid, most: 1000)), most: 1 << 20,
        response: .nothing, "They are deleted.",
        problems: [.notFound, .invalidArgument])
}
