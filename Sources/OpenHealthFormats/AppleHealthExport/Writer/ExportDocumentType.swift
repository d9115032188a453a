// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The beginning of an export: the XML declaration and the document type, version 14.
///
/// Phones write elements and attributes that their document type does not declare: activities, records and zones in workouts.
package struct ExportDocumentType: Sendable {
    /// An element: its name, what may stand in it, the attributes it must have and those it may have.
    private struct Element {
        let name: String
        let content: String
        let required: String
        let optional: String

        init(_ name: String, _ content: String, required: String = "", optional: String = "") {
            self.name = name
            self.content = content
            self.required = required
            self.optional = optional
        }

        var declaration: String {
            var lines = ["<!ELEMENT \(name) \(content)>"]
            let attributes =
                required.split(separator: " ").map { "  \($0) CDATA #REQUIRED" }
                + optional.split(separator: " ").map { "  \($0) CDATA #IMPLIED" }
            if !attributes.isEmpty { lines += ["<!ATTLIST \(name)"] + attributes + [">"] }
            return lines.joined(separator: "\n")
        }
    }

    private static let origin = "sourceVersion device creationDate"
    private static let eye = [
        "sphere", "cylinder", "axis", "add", "vertex", "prismAmount", "prismAngle", "farPD", "nearPD", "baseCurve",
        "diameter",
    ]
    .map { "\($0) \($0)Unit" }.joined(separator: " ")
    private static let ear = ["left", "right"].map {
        "\($0)EarValue \($0)EarUnit \($0)EarMasked \($0)EarClampingRangeLowerBound \($0)EarClampingRangeUpperBound"
    }.joined(separator: " ")

    private static func elements(isComplete: Bool) -> [Element] {
        // Elements in workouts, and attributes, that phones write and their document type does not declare.
        let workout = isComplete ? "|WorkoutActivity|WorkoutZoneGroup|Record" : ""
        let activity = isComplete ? "|WorkoutEvent|WorkoutStatistics" : ""
        let totals =
            isComplete
            ? " totalSwimmingStrokeCount totalSwimmingStrokeCountUnit totalFlightsClimbed totalFlightsClimbedUnit" : ""
        let minutes = isComplete ? " appleMoveMinutes appleMoveMinutesGoal" : ""
        let zones = [
            Element("WorkoutZoneGroup", "(WorkoutZone*)", required: "type", optional: "source unit"),
            Element("WorkoutZone", "EMPTY", optional: "minimum maximum duration durationUnit"),
        ]
        return [
            Element(
                "HealthData",
                "(ExportDate,Me,(Record|Correlation|Workout|ActivitySummary|ClinicalRecord|Audiogram|VisionPrescription)*)",
                required: "locale"),
            Element("ExportDate", "EMPTY", required: "value"),
            Element(
                "Me", "EMPTY",
                required: [
                    "DateOfBirth", "BiologicalSex", "BloodType", "FitzpatrickSkinType", "CardioFitnessMedicationsUse",
                ]
                .map { "HKCharacteristicTypeIdentifier\($0)" }.joined(separator: " ")),
            Element(
                "Record", "((MetadataEntry|HeartRateVariabilityMetadataList)*)",
                required: "type sourceName startDate endDate", optional: "unit value \(origin)"),
            Element(
                "Correlation", "((MetadataEntry|Record)*)", required: "type sourceName startDate endDate",
                optional: origin),
            Element(
                "Workout", "((MetadataEntry|WorkoutEvent|WorkoutRoute|WorkoutStatistics\(workout))*)",
                required: "workoutActivityType sourceName startDate endDate",
                optional:
                    "duration durationUnit totalDistance totalDistanceUnit "
                    + "totalEnergyBurned totalEnergyBurnedUnit \(origin)\(totals)"
            ),
            Element(
                "WorkoutActivity", "((MetadataEntry\(activity))*)", required: "uuid startDate",
                optional: "endDate duration durationUnit"),
            Element("WorkoutEvent", "((MetadataEntry)*)", required: "type date", optional: "duration durationUnit"),
            Element(
                "WorkoutStatistics", "EMPTY", required: "type startDate endDate",
                optional: "average minimum maximum sum unit"),
            Element(
                "WorkoutRoute", "((MetadataEntry|FileReference)*)", required: "sourceName startDate endDate",
                optional: origin),
            Element("FileReference", "EMPTY", required: "path"),
            Element(
                "ActivitySummary", "EMPTY",
                optional:
                    "dateComponents activeEnergyBurned activeEnergyBurnedGoal activeEnergyBurnedUnit appleMoveTime "
                    + "appleMoveTimeGoal\(minutes) appleExerciseTime appleExerciseTimeGoal appleStandHours appleStandHoursGoal"
            ),
            Element("MetadataEntry", "EMPTY", required: "key value"),
            Element("HeartRateVariabilityMetadataList", "(InstantaneousBeatsPerMinute*)"),
            Element("InstantaneousBeatsPerMinute", "EMPTY", required: "bpm time"),
            Element(
                "ClinicalRecord", "EMPTY",
                required: "type identifier sourceName sourceURL fhirVersion receivedDate resourceFilePath"),
            Element(
                "Audiogram", "((MetadataEntry|SensitivityPoint)*)", required: "type sourceName startDate endDate",
                optional: origin),
            Element("SensitivityPoint", "EMPTY", required: "frequencyValue frequencyUnit", optional: ear),
            Element(
                "VisionPrescription", "((RightEye|LeftEye|Attachment|MetadataEntry)*)", required: "type dateIssued",
                optional: "expirationDate brand"),
            Element("RightEye", "EMPTY", optional: eye),
            Element("LeftEye", "EMPTY", optional: eye),
            Element("Attachment", "EMPTY", optional: "identifier"),
        ] + (isComplete ? zones : [])
    }

    /// The document type as phones write it.
    package static let phone = ExportDocumentType(isComplete: false)
    /// The document type with declarations of everything that exports contain.
    package static let complete = ExportDocumentType(isComplete: true)

    /// Everything before the root element.
    package let text: String

    private init(isComplete: Bool) {
        let declarations = Self.elements(isComplete: isComplete).map(\.declaration).joined(separator: "\n")
        text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE HealthData [
            <!-- HealthKit Export Version: 14 -->
            \(declarations)
            ]>

            """
    }
}
