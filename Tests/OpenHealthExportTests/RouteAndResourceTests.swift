// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthExport
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore
import Testing

/// Tests of the formats for routes and of FHIR.
@Suite struct RouteAndResourceTests {
    private static func files(_ folder: URL, _ suffix: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(suffix) }.sorted()
            .map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
    }

    @Test func everyRouteIsAFileThatTheReaderOfRoutesReads() throws {
        let world = try ExportWorld()
        let database = try world.demo()
        let receipt = try world.export(database, to: "gpx", format: "gpx")
        let files = try Self.files(world.file("gpx"), ".gpx")
        #expect(files.count == receipt.written[.routes] && !files.isEmpty)
        let routes = try database.types().first { $0.identifier == HKWorkoutRouteTypeIdentifier }
        #expect(receipt.types == [HKWorkoutRouteTypeIdentifier: routes?.count ?? 0])
        let points = files.reduce(0) { $0 + $1.components(separatedBy: "<trkpt ").count - 1 }
        #expect(points == receipt.written[.routePoints] && points > 100)
        #expect(files.contains { $0.contains("<gpxtpx:hr>") })
        #expect((receipt.notHeld[.quantities] ?? 0) > 0 && (receipt.notHeld[.workouts] ?? 0) > 0)
    }

    @Test func theTrackOfAPausedWorkoutHasASegmentForEachPart() throws {
        let world = try ExportWorld()
        func point(_ longitude: Double, _ time: String) -> String {
            "<trkpt lat=\"0\" lon=\"\(longitude)\"><time>2024-06-14T07:\(time)Z</time></trkpt>"
        }
        let first = point(8, "00:00") + point(8.001, "00:30")
        // The person went a degree by car during the pause.
        let second = point(9, "20:00") + point(9.001, "20:30")
        let url = world.file("ride.gpx")
        try "<gpx><trk><type>ride</type><trkseg>\(first)</trkseg><trkseg>\(second)</trkseg></trk></gpx>"
            .write(to: url, atomically: true, encoding: .utf8)
        let database = try world.store()
        _ = try database.ingest(HealthImport(url: url), options: .init(file: "ride.gpx"))
        try world.export(database, to: "gpx", format: "gpx")
        let file = try #require(try Self.files(world.file("gpx"), ".gpx").first)
        let segments = file.components(separatedBy: "<trkseg>").dropFirst()
        #expect(segments.map { $0.components(separatedBy: "<trkpt ").count - 1 } == [2, 2])
        #expect(file.components(separatedBy: "</trkseg>").count == 3)
    }

    @Test func everyObservationHasItsDeviceAndReadingsAreComponents() throws {
        let world = try ExportWorld()
        let database = try world.demo()
        let receipt = try world.export(database, to: "fhir", format: "fhir")
        func lines(_ name: String) throws -> [JSONValue] {
            try String(contentsOf: world.file("fhir/\(name).ndjson"), encoding: .utf8).split(separator: "\n")
                .compactMap { JSONValue(String($0)) }
        }
        let observations = try lines("Observation")
        let devices = Set(try lines("Device").compactMap { $0["id"]?.string })
        #expect(try lines("Patient").count == 1 && !devices.isEmpty)
        for observation in observations {
            #expect(observation["contained"] == nil)
            if let device = observation["device"]?["reference"]?.string {
                #expect(devices.contains(String(device.dropFirst("Device/".count))), "\(device)")
            }
        }
        let pressures = observations.filter { one in
            one["code"]?["coding"]?.array?.contains { $0["code"]?.string == "85354-9" } == true
        }
        let components = pressures.reduce(0) { $0 + ($1["component"]?.array?.count ?? 0) }
        #expect(components > 0 && observations.count + components == receipt.types.values.reduce(0, +))
    }

    @Test func workoutsAndElectrocardiogramsAreObservations() throws {
        let world = try ExportWorld()
        let database = try world.demo()
        try database.setSetting("time_zone", value: "Asia/Kathmandu")
        let receipt = try world.export(database, to: "fhir", format: "fhir")
        let text = try String(contentsOf: world.file("fhir/Observation.ndjson"), encoding: .utf8)
        let observations = text.split(separator: "\n").compactMap { JSONValue(String($0)) }
        func coded(_ code: String) -> [JSONValue] {
            observations.filter { one in
                one["code"]?["coding"]?.array?.contains { $0["code"]?.string == code } == true
            }
        }
        let workouts = coded("73985-4")
        #expect(workouts.count == receipt.written[.workouts] && !workouts.isEmpty)
        #expect(workouts.allSatisfy { $0["valueCodeableConcept"] != nil && $0["component"]?.array?.isEmpty == false })
        let electrocardiograms = coded("11524-6")
        #expect(electrocardiograms.count == receipt.written[.electrocardiograms] && !electrocardiograms.isEmpty)
        let numbers = electrocardiograms.compactMap { $0["valueSampledData"]?["data"]?.string }
            .reduce(0) { $0 + $1.split(separator: " ").count }
        #expect(numbers == receipt.written[.voltages])
        // Times without a zone of their own have the offset of the home time zone.
        #expect(text.contains("+05:45"))
        let rate = try #require(coded("8867-4").first { $0["component"] == nil && $0["valueQuantity"] != nil })
        #expect(
            rate["meta"]?["profile"]?.array?.first?.string == "http://hl7.org/fhir/StructureDefinition/heartrate")
        let patient = try String(contentsOf: world.file("fhir/Patient.ndjson"), encoding: .utf8)
        #expect(patient.contains("\"identifier\"") && patient.contains("data-absent-reason"))
    }

    @Test func aSelectionWithoutARouteOrAnObservationIsAnError() throws {
        let world = try ExportWorld()
        let database = try world.demo()
        let steps = ContentSelection(types: [HKQuantityTypeIdentifier.stepCount.rawValue])
        #expect(throws: ExportError.self) {
            try world.export(database, to: "a", format: "gpx", selection: steps)
        }
        let routes = ContentSelection(types: [HKWorkoutRouteTypeIdentifier])
        #expect(throws: ExportError.self) {
            try world.export(database, to: "b", format: "fhir", selection: routes)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: world.folder.path).filter { $0.count < 5 }.isEmpty)
    }
}
