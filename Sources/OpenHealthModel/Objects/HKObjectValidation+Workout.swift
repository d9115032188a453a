// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension HKObjectValidation {
    /// Checks the parts of a workout: durations, totals, events, activities, statistics and zones.
    static func checkContent(_ workout: HKWorkout) throws(HKObjectValidationError) {
        let subject = workout.sampleType.identifier
        try workout.givenTotals.check(subject: subject)
        try checkNumber(workout.duration, "duration", in: durations, "s", subject: subject)
        let events = workout.workoutEvents ?? []
        try checkEvents(events, subject: subject)
        try HKWorkoutPauses.check(events, start: workout.startDate, end: workout.endDate, subject: subject)
        try checkStatistics(workout.allStatistics, subject: subject)
        try checkZones(workout.zoneGroupsByType, subject: subject)
        for activity in workout.workoutActivities { try checkContent(activity) }
    }

    private static func checkContent(_ activity: HKWorkoutActivity) throws(HKObjectValidationError) {
        let subject = "HKWorkoutActivity"
        try checkDates(
            start: activity.startDate, end: activity.endDate ?? activity.startDate, of: "the activity",
            subject: subject)
        // Without an end date, the duration of an activity extends to the present.
        if activity.endDate != nil {
            try checkNumber(activity.duration, "duration", in: durations, "s", subject: subject)
        }
        try checkQuantity(
            activity.workoutConfiguration.lapLength, "lap length", in: 0...1_000_000, .meter(), subject: subject)
        try checkMetadata(activity.metadataValues, subject: subject)
        try checkEvents(activity.workoutEvents, subject: subject)
        try checkStatistics(activity.allStatistics, subject: subject)
        try checkZones(activity.zoneGroupsByType, subject: subject)
    }

    private static func checkEvents(
        _ events: [HKWorkoutEvent], subject: String
    ) throws(HKObjectValidationError) {
        for event in events {
            let interval = event.dateInterval
            try checkNumber(interval.duration, "duration of an event", in: durations, "s", subject: subject)
            try checkDates(start: interval.start, end: interval.end, of: "an event", subject: subject)
            try checkMetadata(event.metadataValues, subject: subject)
        }
    }

    private static func checkStatistics(
        _ statistics: [HKQuantityType: HKStatistics], subject: String
    ) throws(HKObjectValidationError) {
        for (type, entry) in statistics {
            let name = "statistics of \(type.identifier)"
            guard entry.quantityType == type else {
                throw HKObjectValidationError(
                    .wrongClass, subject, "the \(name) are of another type", remedy: "give statistics of that type")
            }
            try checkDates(start: entry.startDate, end: entry.endDate, of: "the \(name)", subject: subject)
            for figures in [entry.figures] + (entry.figuresBySource ?? []).map(\.figures) {
                try checkFigures(figures, of: type, name, subject: subject)
            }
        }
    }

    private static func checkFigures(
        _ figures: HKStatisticsFigures, of type: HKQuantityType, _ name: String, subject: String
    ) throws(HKObjectValidationError) {
        for (field, quantity) in [
            ("average", figures.average), ("minimum", figures.minimum), ("maximum", figures.maximum),
            ("sum", figures.sum), ("most recent value", figures.mostRecent),
        ] {
            try checkFigure(quantity, "\(field) in the \(name)", of: type, subject: subject)
        }
        try checkQuantity(figures.duration, "duration in the \(name)", in: durations, .second(), subject: subject)
        if let interval = figures.mostRecentInterval {
            try checkDates(start: interval.start, end: interval.end, of: "the \(name)", subject: subject)
        }
    }

    /// The maximum number of zones, far above any number in practice.
    private static let maximumZones = 1000

    private static func checkZones(
        _ groups: [HKQuantityType: HKWorkoutZoneGroup]?, subject: String
    ) throws(HKObjectValidationError) {
        for (type, group) in groups ?? [:] {
            let name = "zones of \(type.identifier)"
            guard group.configuration.quantityType == type else {
                throw HKObjectValidationError(
                    .wrongClass, subject, "the \(name) are of another type", remedy: "give zones of that type")
            }
            let zones = group.configuration.zones + group.zoneDurations.map(\.zone)
            try checkNumber(zones.count, "number of \(name)", in: 0...(2 * maximumZones), subject: subject)
            for zone in zones {
                try checkNumber(zone.index, "index in the \(name)", in: 0...maximumZones, subject: subject)
                try checkFigure(zone.minimum, "minimum in the \(name)", of: type, subject: subject)
                try checkFigure(zone.maximum, "maximum in the \(name)", of: type, subject: subject)
            }
            for entry in group.zoneDurations {
                try checkNumber(entry.duration, "duration in the \(name)", in: durations, "s", subject: subject)
            }
        }
    }
}

extension HKObjectValidation {
    /// Checks that a correlation has members, and only quantities and categories of types that it allows.
    package static func checkMembers(
        _ members: Set<HKSample>, of type: HKCorrelationType
    ) throws(HKObjectValidationError) {
        guard !members.isEmpty else {
            throw HKObjectValidationError(
                .emptyCorrelation, type.identifier, "the correlation has no objects", remedy: "give at least one sample"
            )
        }
        for member in members {
            let name = member.sampleType.identifier
            guard member is HKQuantitySample || member is HKCategorySample else {
                throw HKObjectValidationError(
                    .invalidMember, type.identifier, "a member of type \(name) is neither quantity nor category",
                    remedy: "correlate quantity and category samples only")
            }
            guard belongs(name, in: type) else {
                throw HKObjectValidationError(
                    .invalidMember, type.identifier, "a member of type \(name) is not part of the correlation",
                    remedy: "correlate samples of the correlation's types")
            }
        }
    }

    /// Returns whether a type can be in a correlation; an unknown correlation type accepts every type.
    private static func belongs(_ member: String, in type: HKCorrelationType) -> Bool {
        switch type.identifier {
        case HKCorrelationTypeIdentifier.bloodPressure.rawValue:
            member == HKQuantityTypeIdentifier.bloodPressureSystolic.rawValue
                || member == HKQuantityTypeIdentifier.bloodPressureDiastolic.rawValue
        case HKCorrelationTypeIdentifier.food.rawValue:
            member.hasPrefix("HKQuantityTypeIdentifierDietary")
        default: true
        }
    }
}
