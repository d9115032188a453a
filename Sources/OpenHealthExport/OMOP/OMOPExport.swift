// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStore

/// Tables of the OMOP common data model 5.4: a person, daily figures as measurements, categories and workouts as observations, doses that were
/// taken, and devices.
struct OMOPExport: ExportFormat {
    let name = "omop"
    let summary = "tables of OMOP CDM 5.4 for research: daily figures, categories"
    let stream = ExportStreamForm.none("a file for each table")
    private let encoder: TableEncoder
    var raw: (any ExportFormat)? { OMOPExport(encoder: .rawCSV) }
    let kinds = ExportedKinds(
        full: [.valuesBeyondRange],
        part: [
            .quantities, .categories, .workouts, .characteristics, .medicationDoses, .systemVersions, .aggregates,
        ])

    init(encoder: TableEncoder = .csv) {
        self.encoder = encoder
    }

    func write(_ context: ExportContext) throws {
        let contents = context.contents
        // Sums of some sources would not be those that statistics have.
        guard contents.selection.sources == nil else {
            throw ExportError(
                .unsupportedSelection,
                message: "tables of OMOP have daily values, which combine all sources",
                remedy: "leave out --source, or choose another format")
        }
        let types = try contents.typesWithAggregates()
        guard types.contains(where: { Self.isHeld($0) }) else {
            for type in types { try context.omit(type) }
            return try context.omitOthers()
        }
        let person = try OMOPPerson(context)
        try OMOPTable.person.write(to: context.output, encoder) { add in try add(person.row) }
        var rows = OMOPRows(context)
        try OMOPTable.measurement.write(to: context.output, encoder) { add in
            for type in types where type.kind == .quantity { try rows.quantities(type, add) }
            for type in types where Self.isSleep(type) { try rows.sleep(type, add) }
        }
        try OMOPTable.observation.write(to: context.output, encoder) { add in
            for type in types where type.kind == .category && !Self.isSleep(type) { try rows.categories(type, add) }
            for type in types where type.kind == .workout { try rows.workouts(type, add) }
        }
        try OMOPTable.drugExposure.write(to: context.output, encoder) { add in
            for type in types where type.kind == .medicationDoseEvent { try rows.doses(type, add) }
        }
        try OMOPTable.deviceExposure.write(to: context.output, encoder) { add in try rows.devices(add) }
        for type in types where !Self.isHeld(type) { try context.omit(type) }
        let dates = rows.dates
        try OMOPTable.observationPeriod.write(to: context.output, encoder) { add in
            guard let period = dates.period else { return }
            try add([
                "observation_period_id": .integer(1), "person_id": OMOPPerson.number,
                "observation_period_start_date": .text(period.first), "observation_period_end_date": .text(period.last),
                "period_type_concept_id": .integer(OMOPConcepts.selfReport),
            ])
        }
        try OMOPTable.source.write(to: context.output, encoder) { add in
            let day = dates.day(context.date)
            try add([
                "cdm_source_name": .text("OpenHealthKit"), "cdm_source_abbreviation": .text("OpenHealthKit"),
                "cdm_holder": .text("the person of the records"), "source_release_date": day, "cdm_release_date": day,
                "cdm_version": .text("5.4"), "cdm_version_concept_id": .integer(OMOPConcepts.version),
                "vocabulary_version": .text("not included"),
            ])
        }
        try countAggregates(of: types, context)
        try context.omitOthers(hasPerson: true, hasAggregates: true)
    }

    /// Counts the figures of intervals. Measurements contain those of quantities and sleep that are not longer than a day.
    private func countAggregates(of types: [StoreContents.SampleType], _ context: ExportContext) throws {
        let measured = Set(types.filter { $0.kind == .quantity || Self.isSleep($0) }.map(\.identifier))
        try context.contents.forEachAggregate { aggregate in
            let point = aggregate.point
            if [.minutes, .hours, .days].contains(point.interval), measured.contains(point.type) {
                context.receipt.count(.aggregates)
            } else {
                context.receipt.omit(.aggregates)
            }
        }
    }

    private static func isHeld(_ type: StoreContents.SampleType) -> Bool {
        [.quantity, .category, .workout, .medicationDoseEvent].contains(type.kind)
    }

    private static func isSleep(_ type: StoreContents.SampleType) -> Bool {
        type.identifier == HKCategoryTypeIdentifier.sleepAnalysis.rawValue
    }
}

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
