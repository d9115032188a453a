// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of later versions of workouts that lack figures of the earlier ones.
@Suite struct FormerWorkoutTests {
    private static let uuid = "5BFB1B2A-7020-4C84-8A32-1963F0BF643C"
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// The apps that leave out figures that they do not know.
    enum App: CaseIterable {
        case healthAutoExport, healthConnect, wearables
    }

    /// Figures of a workout; nil if the app leaves them out.
    private struct Figures {
        var kilometers: Double?
        var energy: Double?
        var minutes = 30
    }

    private let store: ScratchStore

    init() throws { store = try ScratchStore() }

    private func send(_ app: App, _ figures: Figures, uuid: String = Self.uuid) throws {
        let end = "2024-03-10T10:\(figures.minutes):00Z"
        switch app {
        case .healthAutoExport:
            var parts = ["\"duration\": \(figures.minutes * 60)"]
            if let distance = figures.kilometers {
                parts.append("\"distance\": {\"qty\": \(distance), \"units\": \"km\"}")
            }
            if let energy = figures.energy {
                parts.append("\"activeEnergyBurned\": {\"qty\": \(energy), \"units\": \"kcal\"}")
            }
            try store.push(
                """
                {"data": {"workouts": [{"id": "\(uuid)", "name": "Outdoor Run", "start": "2024-03-10 10:00:00 +0000",
                 "end": "2024-03-10 10:\(figures.minutes):00 +0000", \(parts.joined(separator: ", "))}]}}
                """)
        case .healthConnect:
            var parts = ["\"duration_seconds\": \(figures.minutes * 60)"]
            if let distance = figures.kilometers { parts.append("\"distance_meters\": \(distance * 1000)") }
            if let energy = figures.energy { parts.append("\"calories\": \(energy)") }
            try store.pushHealthConnect(
                """
                {"exercise": [{"uuid": "\(uuid)", "type": "running", "start_time": "2024-03-10T10:00:00Z", "end_time": "\(end)",
                 \(parts.joined(separator: ", "))}]}
                """)
        case .wearables:
            var values = ["{\"type\": \"duration\", \"value\": \(figures.minutes * 60), \"unit\": \"s\"}"]
            if let distance = figures.kilometers {
                values.append("{\"type\": \"distance\", \"value\": \(distance * 1000), \"unit\": \"m\"}")
            }
            if let energy = figures.energy {
                values.append("{\"type\": \"activeEnergyBurned\", \"value\": \(energy), \"unit\": \"kcal\"}")
            }
            try store.pushWearables(
                """
                {"provider": "apple", "data": {"workouts": [{"id": "\(uuid)", "type": "running",
                 "startDate": "2024-03-10T10:00:00Z", "endDate": "\(end)", "source": {"name": "Watch"},
                 "values": [\(values.joined(separator: ", "))]}]}}
                """)
        }
    }

    /// Returns the figures of the workouts, in meters and kilocalories.
    private func figures() throws -> [[Double?]] {
        try store.database.samples(SampleRequest(types: [HKWorkoutTypeIdentifier])).compactMap { $0 as? HKWorkout }.map
        {
            [
                $0.totalDistance?.doubleValue(for: .meter()).rounded(),
                $0.totalEnergyBurned?.doubleValue(for: .kilocalorie()).rounded(),
            ]
        }
    }

    @Test(arguments: App.allCases)
    func `a later version keeps the energy and the distance that it lacks`(app: App) throws {
        try send(app, Figures(kilometers: 5, energy: 300))
        #expect(try figures() == [[5000, 300]])
        try send(app, Figures(kilometers: 5.2))
        #expect(try figures() == [[5200, 300]])
        try send(app, Figures(energy: 310, minutes: 32))
        #expect(try figures() == [[5200, 310]])
        for _ in 0..<2 { try send(app, Figures(minutes: 33)) }
        #expect(try figures() == [[5200, 310]])
        #expect(try store.count("SELECT versions FROM sample_revision") == 3)
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
    }

    @Test(arguments: App.allCases) func `a stated figure replaces the earlier one, also by 0`(app: App) throws {
        try send(app, Figures(kilometers: 5, energy: 300))
        try send(app, Figures(kilometers: 0, energy: 200))
        #expect(try figures() == [[0, 200]])
    }

    @Test(arguments: App.allCases)
    func `a shorter version has none of the sums of the longer one`(app: App) throws {
        try send(app, Figures(kilometers: 5, energy: 300))
        try send(app, Figures(energy: 200, minutes: 20))
        #expect(try figures() == [[nil, 200]])
    }

    @Test(arguments: App.allCases) func `another workout gets none of the figures`(app: App) throws {
        try send(app, Figures(kilometers: 5, energy: 300))
        try send(app, Figures(minutes: 31), uuid: "6BFB1B2A-7020-4C84-8A32-1963F0BF643D")
        #expect(Set(try figures()) == [[5000, 300], [nil, nil]])
    }

    @Test func `a later version of HealthBridge, which knows all figures, replaces them`() throws {
        for energy in [300.0, nil] {
            var builder = PushBuilder(missing: [], now: Self.now)
            let start = 1_710_064_800.0
            let uuid = UUID(uuidString: Self.uuid)
            let reading = PushBuilder.Reading(
                start: start, end: start + 1800, source: ProvenanceData(sourceName: "Watch"), uuid: uuid,
                place: "/samples",
                index: 0)
            var workout = WorkoutData(
                activityType: "HKWorkoutActivityTypeRunning", sample: builder.sampleData(reading), duration: 1800)
            if let energy {
                var figures = WorkoutStatisticsData(
                    type: HKQuantityTypeIdentifier.activeEnergyBurned.rawValue, start: start, end: start + 1800,
                    unit: "kcal")
                figures.sum = energy
                workout.statistics.append(figures)
            }
            builder.add(.workout(workout), uuid: uuid, at: "/samples/0")
            try store.database.ingest(builder.batch, app: "bridge", now: Self.now)
        }
        #expect(try figures() == [[nil, nil]])
    }
}
