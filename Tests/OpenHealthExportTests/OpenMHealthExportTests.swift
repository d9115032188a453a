// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import Testing

@testable import OpenHealthExport

@Suite struct OpenMHealthExportTests {
    private static let start = Date(timeIntervalSince1970: 1_704_067_200)
    private static let zone = [HKMetadataKeyTimeZone: HKMetadataValue.string("Asia/Kathmandu")]

    private static func quantity(
        _ type: HKQuantityTypeIdentifier, _ value: Double, _ unit: String, _ seconds: Double = 0,
        _ metadata: [String: HKMetadataValue] = zone
    ) -> HKQuantitySample {
        HKQuantitySample.stored(
            quantityType: HKQuantityType(type), quantity: HKQuantity(unit: HKUnit(from: unit), doubleValue: value),
            startDate: start, endDate: start + seconds, fields: HKObjectFields(newWith: nil, metadata: metadata))
    }

    /// Exports samples.
    /// - Returns: the schemas and bodies by the names of files, and the receipt.
    static func export(
        _ samples: [(sample: HKSample, measurements: SeriesMeasurements?)]
    ) throws -> (bodies: [String: [String]], receipt: ExportReceipt) {
        let world = try ExportWorld()
        let database = try world.store()
        try database.save(samples, source: SavedSamples.app("日記帳"), now: start)
        let receipt = try world.export(database, to: "points", format: "open-mhealth")
        var bodies: [String: [String]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: world.file("points").path)
        where name.hasSuffix(".ndjson") {
            let text = try String(contentsOf: world.file("points/\(name)"), encoding: .utf8)
            bodies[String(name.dropLast(7))] = try text.split(separator: "\n").map { line in
                let point = try #require(JSONValue(String(line)))
                let schema = try #require(point["header"]?["schema_id"])
                let body = try #require(point["body"])
                let name = schema["name"]?.string ?? ""
                return "\(name) \(schema["version"]?.string ?? "") \(body.text)"
            }
        }
        return (bodies, receipt)
    }

    @Test func quantitiesHaveTheBodiesOfTheirSchemas() throws {
        let moment = #""effective_time_frame":{"date_time":"2024-01-01T05:45:00+05:45"}"#
        let interval =
            #""effective_time_frame":{"time_interval":{"start_date_time":"2024-01-01T05:45:00+05:45","#
            + #""end_date_time":"2024-01-01T05:46:00.5+05:45"}}"#
        var motion = Self.zone
        motion[HKMetadataKeyHeartRateMotionContext] = .integer(2)
        let (bodies, receipt) = try Self.export([
            (Self.quantity(.stepCount, 120, "count", 60.5), nil),
            (Self.quantity(.heartRate, 61, "count/min", 0, motion), nil),
            (Self.quantity(.oxygenSaturation, 0.57, "%"), nil), (Self.quantity(.bodyMass, 80.25, "kg"), nil),
            (Self.quantity(.bodyTemperature, 37.1, "degC"), nil), (Self.quantity(.height, 1.8, "m"), nil),
            (Self.quantity(.activeEnergyBurned, 12.5, "kcal", 60.5), nil),
            (Self.quantity(.flightsClimbed, 3, "count"), nil), (Self.quantity(.vo2Max, 40, "mL/kg*min"), nil),
        ])
        #expect(bodies["stepCount"] == [#"step-count 3.0 {"step_count":{"value":120,"unit":"steps"},\#(interval)}"#])
        #expect(
            bodies["heartRate"] == [
                #"heart-rate 2.0 {"heart_rate":{"value":61,"unit":"beats/min"},\#(moment),"#
                    + #""temporal_relationship_to_physical_activity":"active"}"#
            ])
        #expect(
            bodies["oxygenSaturation"] == [
                #"oxygen-saturation 2.0 {"oxygen_saturation":{"value":57,"unit":"%"},\#(moment),"#
                    + #""system":"peripheral capillary"}"#
            ])
        #expect(bodies["bodyMass"] == [#"body-weight 3.0 {"body_weight":{"value":80.25,"unit":"kg"},\#(moment)}"#])
        #expect(
            bodies["bodyTemperature"] == [
                #"body-temperature 4.0 {"body_temperature":{"value":37.1,"unit":"C"},\#(moment)}"#
            ])
        #expect(bodies["height"] == [#"body-height 2.0 {"body_height":{"value":1.8,"unit":"m"},\#(moment)}"#])
        #expect(
            bodies["activeEnergyBurned"] == [
                #"calories-burned 2.0 {"kcal_burned":{"value":12.5,"unit":"kcal"},\#(interval)}"#
            ])
        #expect(
            bodies["flightsClimbed"] == [
                #"hk-quantity-sample 1.0 {"quantity_type":"HKQuantityTypeIdentifierFlightsClimbed","count":3,"#
                    + #"\#(moment),"metadata":[{"key":"HKTimeZone","value":"Asia/Kathmandu"}]}"#
            ])
        #expect(bodies["vo2Max"] == nil)
        #expect(receipt.written[.quantities] == 8 && receipt.notHeld[.quantities] == 1)
    }

    @Test func intervalsBetweenHeartbeatsEndAtGaps() throws {
        let series = HKHeartbeatSeriesSample(
            count: 4, startDate: Self.start, endDate: Self.start + 3,
            fields: HKObjectFields(newWith: nil, metadata: [:]))
        let beats = [(0.0, false), (0.8, false), (2.0, true), (2.9, false)].map {
            SeriesHeartbeat(time: $0.0, precededByGap: $0.1)
        }
        let (bodies, receipt) = try Self.export([(series, .heartbeats(beats))])
        let points = try #require(bodies.values.first)
        #expect(
            points.map { $0.prefix(59) }
                == [
                    #"rr-interval 1.0 {"rr_interval":{"value":800,"unit":"ms"},"ef"#,
                    #"rr-interval 1.0 {"rr_interval":{"value":900,"unit":"ms"},"ef"#,
                ].map { $0.prefix(59) })
        #expect(receipt.written[.heartbeatSeries] == 1)
    }

    @Test func correlationsContainTheirReadings() throws {
        func correlation(_ type: HKCorrelationTypeIdentifier, _ parts: Set<HKSample>) -> HKCorrelation {
            HKCorrelation(
                correlationType: HKCorrelationType(type), objects: parts, startDate: Self.start, endDate: Self.start,
                fields: HKObjectFields(newWith: nil, metadata: Self.zone))
        }
        let (bodies, receipt) = try Self.export([
            (correlation(.food, [Self.quantity(.dietaryProtein, 29.3, "g")]), nil),
            (correlation(.bloodPressure, [Self.quantity(.bloodPressureSystolic, 120, "mmHg")]), nil),
            (Self.quantity(.heartRate, 1e300, "count/min"), nil),
        ])
        let moment = #""effective_time_frame":{"date_time":"2024-01-01T05:45:00+05:45"}"#
        #expect(
            bodies["food"] == [
                #"hk-correlation 1.0 {"correlation_type":"HKCorrelationTypeIdentifierFood",\#(moment),"#
                    + #""quantity_samples":[{"quantity_type":"HKQuantityTypeIdentifierDietaryProtein","#
                    + #""unit_value":{"value":29.3,"unit":"g"},\#(moment)}],"#
                    + #""metadata":[{"key":"HKTimeZone","value":"Asia/Kathmandu"}]}"#
            ])
        #expect(bodies["dietaryProtein"] == [] && bodies["bloodPressure"] == [])
        // A blood pressure without one of its readings is left out, and the other reading has a data point of its own.
        #expect(bodies["bloodPressureSystolic"]?.count == 1)
        #expect(receipt.written[.correlations] == 1 && receipt.notHeld[.correlations] == 1)
        #expect(receipt.written[.quantities] == 3 && receipt.notHeld[.uuids] == 1)
        #expect(bodies["heartRate"]?.first?.contains(#""value":1"#) == true)
    }

    @Test func conversionsAddNoDigits() {
        #expect(OpenMHealthPoints.converted(0.57, from: "%", to: "%") == 57)
        #expect(OpenMHealthPoints.converted(80.1, from: "kg", to: "kg") == 80.1)
        #expect(OpenMHealthPoints.converted(1.1, from: "kg", to: "g") == 1100)
        #expect(OpenMHealthPoints.converted(1, from: "kg", to: "m") == nil)
        #expect(OpenMHealthPoints.converted(.nan, from: "kg", to: "kg") == nil)
        #expect(OpenMHealthPoints.converted(1, from: nil, to: "kg") == nil)
    }

    @Test func everySampleIsWrittenOrCounted() throws {
        let world = try ExportWorld()
        let database = try world.demo()
        var samples = SavedSamples()
        try samples.save(in: database)
        let receipt = try world.export(database, to: "points", format: "open-mhealth")
        let types = try StoreContents.read(database, ContentSelection()) { contents in
            try contents.types.map { (type: $0, count: try contents.selectedCount($0)) }
        }
        let kinds = Set(types.map { ExportKind($0.type) })
        let routes = [ExportKind.routesWithoutWorkout]
        let all = types.reduce(0) { $0 + $1.count }
        let counted = (Array(kinds) + routes).reduce(0) { $0 + (receipt.written[$1] ?? 0) + (receipt.notHeld[$1] ?? 0) }
        #expect(counted == all && receipt.notHeld[.datesBeyondCalendar] == nil)
        for (type, count) in types where OpenMHealthTypes.isHeld(type) {
            #expect(receipt.types[type.identifier] == count, "\(type.identifier)")
        }
        let text = try String(contentsOf: world.file("points/bloodPressure.ndjson"), encoding: .utf8)
        #expect(text.contains(#""systolic_blood_pressure":{"value":121.5,"unit":"mmHg"}"#))
        let workouts = try String(contentsOf: world.file("points/workout.ndjson"), encoding: .utf8)
        #expect(workouts.contains(#""activity_name":"HKWorkoutActivityTypeRowing""#))
        let sleep = try String(contentsOf: world.file("points/sleepAnalysis.ndjson"), encoding: .utf8)
        #expect(sleep.contains(#""category_value":"HKCategoryValueSleepAnalysisAsleepREM""#))
    }

    @Test func anEmptyStoreHasNothingToExport() throws {
        let world = try ExportWorld()
        let database = try world.store()
        #expect { try world.export(database, to: "points", format: "open-mhealth") } throws: { error in
            (error as? ExportError)?.code == .nothing
        }
    }
}
