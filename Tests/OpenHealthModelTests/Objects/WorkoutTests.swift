// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@Suite struct WorkoutTests {
    static let start = HealthModelTestSamples.start
    static let end = start.addingTimeInterval(1000)

    static func event(_ type: HKWorkoutEventType, _ seconds: Double) -> HKWorkoutEvent {
        HKWorkoutEvent(type: type, date: start.addingTimeInterval(seconds))
    }

    private func workout(
        _ events: [HKWorkoutEvent]? = nil, duration: Double? = nil, energy: HKQuantity? = nil
    ) throws -> HKWorkout {
        try HKWorkout.validated(
            activityType: .running, start: Self.start, end: Self.end, duration: duration, workoutEvents: events,
            totalEnergyBurned: energy)
    }

    @Test func durationExcludesPauses() throws {
        let event = Self.event
        let cases: [([HKWorkoutEvent]?, Double)] = [
            (nil, 1000), ([], 1000), ([event(.pause, 100), event(.resume, 300)], 800),
            ([event(.resume, 300), event(.pause, 100)], 800), ([event(.pause, 900)], 900),
            ([event(.pause, 100), event(.pause, 200), event(.resume, 300)], 800),
            ([event(.pause, 100), event(.resume, 200), event(.pause, 300), event(.resume, 400)], 800),
            ([event(.marker, 100)], 1000), ([event(.pause, 0), event(.resume, 1000)], 0),
        ]
        for (events, expected) in cases {
            #expect(try workout(events).duration == expected)
        }
        #expect(try workout(duration: 0).duration == 1000)
        #expect(try workout(duration: 12).duration == 12)
        #expect(try workout(nil).workoutEvents == nil)
        #expect(try workout([event(.marker, 1)]).workoutEvents?.count == 1)
    }

    @Test func refusesUnsuitableTypes() {
        let event = Self.event
        let refused: [() throws -> HKWorkout] = [
            { try workout([event(.pause, -1)]) }, { try workout([event(.marker, 1001)]) },
            { try workout([event(.resume, 5)]) }, { try workout(duration: -1) }, { try workout(duration: .nan) },
            { try workout(energy: HealthModelTestSamples.quantity(1, "m")) },
            { try workout(energy: HealthModelTestSamples.quantity(.infinity, "kcal")) },
            { try HKWorkout.validated(activityType: .running, start: Self.end, end: Self.start) },
            {
                try HKWorkout.validated(
                    activityType: .running, start: Self.start, end: Self.end,
                    totalDistance: HealthModelTestSamples.quantity(1, "s"))
            },
        ]
        for make in refused { #expect(throws: HKObjectValidationError.self) { _ = try make() } }
    }

    @Test func initialisers() {
        let (start, end, event) = (Self.start, Self.end, Self.event(.marker, 3))
        let kcal = HealthModelTestSamples.quantity(100, "kcal")
        let km = HealthModelTestSamples.quantity(5, "km")
        let nine = HealthModelTestSamples.quantity(9, "count")
        let device = HealthModelTestSamples.device
        let workouts = [
            HKWorkout(activityType: .running, start: start, end: end),
            HKWorkout(
                activityType: .running, start: start, end: end, workoutEvents: [event], totalEnergyBurned: kcal,
                totalDistance: km, metadata: nil),
            HKWorkout(
                activityType: .running, start: start, end: end, workoutEvents: [event], totalEnergyBurned: kcal,
                totalDistance: km, device: device, metadata: nil),
            HKWorkout(
                activityType: .running, start: start, end: end, duration: 1000, totalEnergyBurned: kcal,
                totalDistance: km, metadata: nil),
            HKWorkout(
                activityType: .running, start: start, end: end, duration: 0, totalEnergyBurned: kcal,
                totalDistance: km, device: device, metadata: nil),
            HKWorkout(
                activityType: .running, start: start, end: end, workoutEvents: [event], totalEnergyBurned: kcal,
                totalDistance: km, totalSwimmingStrokeCount: nine, device: device, metadata: nil),
            HKWorkout(
                activityType: .running, start: start, end: end, workoutEvents: [event], totalEnergyBurned: kcal,
                totalDistance: km, totalFlightsClimbed: nine, device: device, metadata: nil),
        ]
        for (index, workout) in workouts.enumerated() {
            #expect(workout.workoutActivityType == .running)
            #expect(workout.sampleType == HKObjectType.workoutType())
            #expect(workout.duration == 1000)
            #expect(workout.totalEnergyBurned == (index == 0 ? nil : kcal))
            #expect(workout.totalDistance == (index == 0 ? nil : km))
            #expect(workout.totalSwimmingStrokeCount == (index == 5 ? nine : nil))
            #expect(workout.totalFlightsClimbed == (index == 6 ? nine : nil))
            #expect(workout.workoutEvents?.count == ([0, 3, 4].contains(index) ? nil : 1))
            #expect(workout.device == ([2, 4, 5, 6].contains(index) ? device : nil))
        }
    }

    @Test func totalsFollowFromStatistics() {
        func sum(_ type: HKQuantityTypeIdentifier, _ quantity: HKQuantity) -> HKStatistics {
            HKStatistics(
                quantityType: HKQuantityType(type), startDate: Self.start, endDate: Self.end,
                figures: HKStatisticsFigures(sum: quantity))
        }
        let all = [
            sum(.activeEnergyBurned, HealthModelTestSamples.quantity(1, "kcal")),
            sum(.distanceWalkingRunning, HealthModelTestSamples.quantity(2, "m")),
            sum(.distanceCycling, HealthModelTestSamples.quantity(3, "m")),
            sum(.swimmingStrokeCount, HealthModelTestSamples.quantity(4, "count")),
            sum(.flightsClimbed, HealthModelTestSamples.quantity(5, "count")),
        ]
        let statistics = Dictionary(uniqueKeysWithValues: all.map { ($0.quantityType, $0) })
        func make(_ activity: HKWorkoutActivityType, _ totals: HKWorkoutTotals = HKWorkoutTotals()) -> HKWorkout {
            HKWorkout(
                activityType: activity, startDate: Self.start, endDate: Self.end, duration: 1, statistics: statistics,
                totals: totals, fields: HealthModelTestSamples.fields)
        }
        let running = make(.running)
        #expect(running.totalEnergyBurned == HealthModelTestSamples.quantity(1, "kcal"))
        #expect(running.totalDistance == HealthModelTestSamples.quantity(2, "m"))
        #expect(running.totalSwimmingStrokeCount == HealthModelTestSamples.quantity(4, "count"))
        #expect(running.totalFlightsClimbed == HealthModelTestSamples.quantity(5, "count"))
        #expect(make(.cycling).totalDistance == HealthModelTestSamples.quantity(3, "m"))
        #expect(make(.swimming).totalDistance == HealthModelTestSamples.quantity(2, "m"))
        let given = HKWorkoutTotals(distance: HealthModelTestSamples.quantity(9, "m"))
        #expect(make(.running, given).totalDistance == given.distance)
        #expect(running.statistics(for: HKQuantityType(.flightsClimbed)) === all[4])
        #expect(running.statistics(for: HKQuantityType(.stepCount)) == nil)
        #expect(running.allStatistics.count == 5)
        #expect(running.zoneGroup(for: HKQuantityType(.heartRate)) == nil)
        #expect(HealthModelTestSamples.workout.zoneGroup(for: HKQuantityType(.heartRate))?.zoneDurations.count == 1)
    }

    @Test func onlyLapsHaveADuration() {
        let interval = DateInterval(start: Self.start, duration: 5)
        for type in HKWorkoutEventType.allCases {
            let isLong = type == .lap || type == .segment
            #expect(isLong == ((try? HKWorkoutEvent.validated(type: type, dateInterval: interval)) != nil))
            #expect(HKWorkoutEvent(type: type, date: Self.start).dateInterval.duration == 0)
        }
        let lap = HKWorkoutEvent(type: .lap, dateInterval: interval, metadata: ["a": 1])
        #expect(lap.date == Self.start)
        #expect(lap.metadata?["a"] as? Int == 1)
        #expect(HKWorkoutEvent(type: .lap, date: Self.start, metadata: [:]).metadata == nil)
    }

    @Test func activities() throws {
        let configuration = HealthModelTestSamples.configuration
        let activity = HKWorkoutActivity(
            workoutConfiguration: configuration, start: Self.start, end: Self.end, metadata: ["a": 1])
        configuration.activityType = .yoga
        activity.workoutConfiguration.activityType = .golf
        #expect(activity.workoutConfiguration.activityType == .swimming)
        #expect(activity.duration == 1000)
        #expect(activity.metadata?["a"] as? Int == 1)
        #expect(activity.statistics(for: HKQuantityType(.stepCount)) == nil)
        #expect(activity.zoneGroup(for: HKQuantityType(.stepCount)) == nil)
        let open = try HKWorkoutActivity.validated(workoutConfiguration: configuration, start: Self.start, end: nil)
        #expect(open.endDate == nil)
        #expect(open.duration >= 0)
        #expect(throws: HKObjectValidationError.self) {
            try HKWorkoutActivity.validated(workoutConfiguration: configuration, start: Self.end, end: Self.start)
        }
    }

    @Test func zones() throws {
        let type = HKQuantityType(.heartRate)
        let bounds = [120.0, 140, 160].map { HealthModelTestSamples.quantity($0, "count/min") }
        let configuration = try HKWorkoutZoneConfiguration(quantityType: type, zoneBoundaries: bounds)
        #expect(configuration.zones.map(\.index) == [0, 1, 2, 3])
        #expect(configuration.zones.map(\.minimum) == [nil] + bounds)
        #expect(configuration.zones.map(\.maximum) == bounds + [nil])
        #expect(configuration.source == .app)
        #expect(configuration == configuration)
        let refused = [[], bounds.reversed(), [bounds[0], bounds[0]], [HealthModelTestSamples.quantity(1, "m")]]
        for boundaries in refused {
            #expect(throws: HKObjectValidationError.self) {
                _ = try HKWorkoutZoneConfiguration(quantityType: type, zoneBoundaries: boundaries)
            }
        }
        for source in [HKWorkoutZoneConfiguration.Source.app, .system, .user] {
            #expect(HKWorkoutZoneConfiguration.Source(name: source.name) == source)
        }
        #expect(HKWorkoutZoneConfiguration.Source(name: "?") == nil)
    }

    @Test func resumeBeforePauseStopsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            _ = HKWorkout(
                activityType: .running, start: WorkoutTests.start, end: WorkoutTests.end,
                workoutEvents: [WorkoutTests.event(.resume, 5)], totalEnergyBurned: nil, totalDistance: nil,
                metadata: nil)
        }
    }

    @Test func longPauseStopsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            _ = HKWorkoutEvent(
                type: .pause, dateInterval: DateInterval(start: WorkoutTests.start, duration: 5), metadata: nil)
        }
    }

    @Test func reversedActivityStopsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            _ = HKWorkoutActivity(
                workoutConfiguration: HKWorkoutConfiguration(), start: WorkoutTests.end, end: WorkoutTests.start,
                metadata: nil)
        }
    }
}
