// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStore

/// The person of all records.
struct OMOPPerson {
    /// The number of the person, who is the only one.
    static let number = TableCell.integer(1)

    private var sex: String?
    private var birth: (year: Int64, month: Int64, day: Int64)?

    /// Reads the characteristics of a store.
    /// - Throws: an ExportError if there is no date of birth, since the model has no persons without a year of birth.
    init(_ context: ExportContext) throws {
        for pair in try context.contents.characteristics(ofRange: true) {
            switch pair.key {
            case HKCharacteristicTypeIdentifier.biologicalSex.rawValue:
                sex = pair.value
                context.receipt.count(.characteristics)
            case HKCharacteristicTypeIdentifier.dateOfBirth.rawValue:
                let parts = pair.value.split(separator: "-").compactMap { Int64($0) }
                if parts.count == 3, parts[0] > 0 {
                    birth = (parts[0], parts[1], parts[2])
                    context.receipt.count(.characteristics)
                }
            default: context.receipt.omit(.characteristics)
            }
        }
        guard birth == nil else { return }
        let selection = context.contents.selection
        if selection.types == nil {
            throw ExportError(
                .noYearOfBirth, message: "tables of OMOP need a year of birth, and the store has none",
                remedy: "set it with: health me set dateOfBirth YYYY-MM-DD")
        }
        throw ExportError(
            .noYearOfBirth, message: "tables of OMOP need a year of birth, and the selection does not contain it",
            remedy: "name dateOfBirth among --types; if it is not set, use: health me set dateOfBirth YYYY-MM-DD")
    }

    /// The row of the person.
    var row: [String: TableCell] {
        let value = sex.flatMap(HealthEnums.rawValue(ofCase:)).flatMap(HKBiologicalSex.init(rawValue:))
        var row: [String: TableCell] = [
            "person_id": Self.number, "gender_concept_id": .integer(OMOPConcepts.gender(value)),
            "race_concept_id": .integer(0), "ethnicity_concept_id": .integer(0),
        ]
        if let sex { row["gender_source_value"] = OMOPTable.text(sex) }
        if let birth {
            row["year_of_birth"] = .integer(birth.year)
            row["month_of_birth"] = .integer(birth.month)
            row["day_of_birth"] = .integer(birth.day)
        }
        return row
    }
}
