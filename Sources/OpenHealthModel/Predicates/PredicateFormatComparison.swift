// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A comparison of a predicate format, validated against the property of its key path.
struct PredicateFormatComparison {
    let format: String
    let position: Int
    let comparison: PredicateOperator
    let folding: PredicateFolding

    private func error(_ message: String, remedy: String? = nil) -> HKPredicateFormatError {
        HKPredicateFormatError(format, position, message, remedy: remedy)
    }

    func node(
        _ left: PredicateFormatParser.Operand, _ right: PredicateFormatParser.Operand
    ) throws(HKPredicateFormatError) -> PredicateNode {
        switch (left, right) {
        case (.value(let mine), .value(let theirs)):
            try checkPattern(of: try folded(theirs), comparison)
            return .constant(comparison.holds(mine == .null ? [] : [mine], try folded(theirs)))
        case (.path(let path, let text), .value(let value)): return try node(path, text, comparison, try folded(value))
        case (.value(let value), .path(let path, let text)):
            return try node(path, text, try reversed, try folded(value))
        case (.path, .path): throw error("two properties cannot be compared with each other; compare one with a value")
        }
    }

    /// The comparison with its sides swapped.
    private var reversed: PredicateOperator {
        get throws(HKPredicateFormatError) {
            switch comparison {
            case .lessThan: .greaterThan
            case .lessThanOrEqualTo: .greaterThanOrEqualTo
            case .greaterThan: .lessThan
            case .greaterThanOrEqualTo: .lessThanOrEqualTo
            case .equalTo, .notEqualTo: comparison
            // A value is in a property only if the property is a list that contains the value.
            case .in: .contains
            case .matches, .like, .beginsWith, .endsWith, .contains, .between:
                throw error("the key path must be on the left side of \(comparison.symbol)")
            }
        }
    }

    private func folded(_ value: PredicateValue) throws(HKPredicateFormatError) -> PredicateValue {
        if folding.isEmpty { return value }
        switch value {
        case .text(let text): return .folded(text, folding)
        case .list(let values):
            var result: [PredicateValue] = []
            for value in values { result.append(try folded(value)) }
            return .list(result)
        default: throw error("the options c and d are for texts")
        }
    }

    private func node(
        _ path: PredicateKeyPath, _ text: String, _ comparison: PredicateOperator, _ value: PredicateValue
    ) throws(HKPredicateFormatError) -> PredicateNode {
        switch path {
        case .field(let field): return try node(field, text, comparison, value)
        case .activity(let field): return .activity(try node(field, text, comparison, value))
        case .activities: return try related(text, comparison, value, any: .activity(.constant(true))) { _ in nil }
        case .workout:
            return try related(text, comparison, value, any: .related(.anyWorkout)) { .related(.workout($0)) }
        case .correlation:
            return try related(text, comparison, value, any: .related(.anyCorrelation)) { .related(.correlation($0)) }
        case .effort:
            return try related(text, comparison, value, any: nil) { .related(.effort(workout: $0, activity: nil)) }
        }
    }

    private func related(
        _ text: String, _ comparison: PredicateOperator, _ value: PredicateValue, any: PredicateNode?,
        _ make: (UUID) -> PredicateNode?
    ) throws(HKPredicateFormatError) -> PredicateNode {
        switch (comparison, value) {
        case (.notEqualTo, _): return .not(try related(text, .equalTo, value, any: any, make))
        case (.equalTo, .null):
            if let any { return .not(any) }
        case (.equalTo, .uuid(let uuid)):
            if let node = make(uuid) { return node }
        case (.in, .list(let values)):
            var parts: [PredicateNode] = []
            for value in values { parts.append(try related(text, .equalTo, value, any: any, make)) }
            return .or(parts)
        default: break
        }
        throw error("\(text) is compared by ==, != or IN, with an object of the health database, its UUID or nil")
    }

    private func node(
        _ field: PredicateField, _ text: String, _ comparison: PredicateOperator, _ value: PredicateValue
    ) throws(HKPredicateFormatError) -> PredicateNode {
        let kind = PredicateFieldKind(field)
        let isList = field == .stateOfMindLabel || field == .stateOfMindAssociation
        let comparison = isList && comparison == .contains ? .equalTo : comparison
        switch comparison {
        case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo, .between:
            if !kind.hasOrder { throw error("\(text) has no order; compare it by ==, != or IN") }
        case .matches, .like, .beginsWith, .endsWith, .contains:
            guard kind.isText else { throw error("\(text) is not a text, so that \(comparison.symbol) does not fit") }
        case .equalTo, .notEqualTo, .in: break
        }
        guard let fitting = kind.fitting(value) else {
            throw error("\(text) is compared with \(kind.expectation)", remedy: kind.remedy)
        }
        try checkPattern(fitting, comparison)
        var isPlain = true
        if case .list(let values) = fitting {
            isPlain = false
            if comparison == .between && values.count != 2 { throw error("BETWEEN takes two bounds, such as {1, 5}") }
        }
        let takesList = comparison == .in || comparison == .between
        if takesList == isPlain {
            throw error(
                takesList
                    ? "\(comparison.symbol) takes a list, such as {1, 5} or an array for %@"
                    : "\(comparison.symbol) takes one value, not a list; for a list use IN")
        }
        return .compare(field, comparison, fitting)
    }

    private func checkPattern(
        _ value: PredicateValue, _ comparison: PredicateOperator
    ) throws(HKPredicateFormatError) {
        switch (comparison, value) {
        case (_, .text), (_, .folded): try checkPattern(of: value, comparison)
        case (.matches, _), (.like, _), (.beginsWith, _), (.endsWith, _), (.contains, _):
            throw error("\(comparison.symbol) takes a text")
        default: break
        }
    }

    /// Checks that the pattern of a comparison is valid.
    private func checkPattern(
        of value: PredicateValue, _ comparison: PredicateOperator
    ) throws(HKPredicateFormatError) {
        guard let pattern = value.pattern else { return }
        do throws(TextPatternError) {
            _ = try PredicateText.states(ofPattern: pattern.text, pattern.folding, comparison)
        } catch {
            let kind = comparison == .matches ? "regular expression" : "pattern"
            throw HKPredicateFormatError(
                format, position, "the text after \(comparison.symbol) is not a valid \(kind): \(error)",
                isNeutral: true)
        }
    }
}

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

    /// The expected operand for properties of the kind in a format without arguments.
    var remedy: String {
        switch self {
        case .date: "this key path is compared with a date: CAST(<seconds since 2001>, \"NSDate\")"
        case .quantity: "this key path is compared with a quantity, which only a predicate as an object can contain"
        default: "this key path is compared with \(expectation)"
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
