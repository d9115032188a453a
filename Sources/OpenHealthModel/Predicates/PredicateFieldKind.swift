// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The kind of a property's value, used to validate predicate formats.
enum PredicateFieldKind {
    case uuid, source, revision, device, text, date, number, quantity, day, anything

    init(_ field: PredicateField) {
        switch field {
        case .uuid: self = .uuid
        case .source: self = .source
        case .sourceRevision: self = .revision
        case .device: self = .device
        case .metadata: self = .anything
        case .startDate, .endDate, .mostRecentStart, .mostRecentEnd, .activityStart, .activityEnd, .relevantDate,
            .doseScheduledDate:
            self = .date
        case .quantity, .sum, .minimum, .maximum, .mostRecent, .totalDistance, .totalEnergyBurned,
            .totalSwimmingStrokeCount, .totalFlightsClimbed, .statisticsSum, .statisticsMinimum, .statisticsMaximum,
            .statisticsAverage, .ecgAverageHeartRate:
            self = .quantity
        case .sourceName, .sourceBundleIdentifier, .sourceVersion, .productType, .deviceProperty, .sampleType,
            .cdaTitle,
            .cdaPatientName, .cdaAuthorName, .cdaCustodianName, .fhirResourceType, .fhirIdentifier, .medicationConcept:
            self = .text
        case .count, .mostRecentDuration, .categoryValue, .workoutType, .duration, .activityType, .ecgClassification,
            .ecgSymptomsStatus, .valence, .stateOfMindKind, .stateOfMindLabel, .stateOfMindAssociation, .doseStatus,
            .doseOrigin, .isArchived, .hasSchedule:
            self = .number
        case .day: self = .day
        }
    }

    /// The expected operand for properties of the kind.
    var expectation: String {
        switch self {
        case .uuid: "a UUID, or an object of the health database"
        case .source: "an HKSource; for its name or identifier ask for source.name or source.bundleIdentifier"
        case .revision: "an HKSourceRevision"
        case .device: "an HKDevice; for its properties ask for device.name and the like"
        case .text: "a text"
        case .date: "a Date"
        case .number: "a number, or a case of an enumeration"
        case .quantity: "an HKQuantity"
        case .day: "DateComponents with era, year, month and day"
        case .anything: "a text, a number, a Date or an HKQuantity"
        }
    }

    /// Returns a value in the form that properties of the kind are compared with; `nil` if it is incompatible.
    func fitting(_ value: PredicateValue) -> PredicateValue? {
        switch (self, value) {
        case (_, .null), (.uuid, .uuid), (.source, .source), (.revision, .revision), (.device, .device),
            (.text, .text), (.text, .folded), (.date, .date), (.number, .number), (.number, .bool),
            (.quantity, .quantity), (.anything, .text), (.anything, .folded), (.anything, .number), (.anything, .bool),
            (.anything, .date), (.anything, .quantity):
            return value
        case (.uuid, .text(let text)): return UUID(uuidString: text).map(PredicateValue.uuid)
        case (.day, .day(let day)):
            let isWhole = day.year != nil && day.month != nil && day.day != nil
            return isWhole
                ? .day(DateComponents(era: day.era ?? 1, year: day.year, month: day.month, day: day.day)) : nil
        case (_, .list(let values)):
            let results = values.compactMap { fitting($0) }
            return results.count == values.count ? .list(results) : nil
        default: return nil
        }
    }

    /// Whether properties of the kind can be ordered.
    var hasOrder: Bool {
        switch self {
        case .text, .date, .number, .quantity, .day, .anything: true
        case .uuid, .source, .revision, .device: false
        }
    }

    /// Whether properties of the kind are strings or can be.
    var isText: Bool {
        switch self {
        case .text, .anything: true
        case .uuid, .source, .revision, .device, .date, .number, .quantity, .day: false
        }
    }
}
