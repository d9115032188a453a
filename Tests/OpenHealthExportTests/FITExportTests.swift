// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import Testing

@testable import OpenHealthExport

@Suite struct FITExportTests {
    /// A message of a FIT file: its number, and the raw values of its fields.
    private struct Message {
        var number: Int
        var values: [Int: Int64]
    }

    /// Reads a FIT file by its own definitions. Unknown values are absent.
    private static func read(_ bytes: [UInt8]) throws -> [Message] {
        func number(_ index: Int, _ size: Int) -> UInt64 {
            bytes[index..<index + size].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        #expect(bytes[0] == 14 && bytes[8..<12].elementsEqual(".FIT".utf8))
        #expect(number(12, 2) == UInt64(FITFile.checksum(bytes[..<12])))
        let end = 14 + Int(number(4, 4))
        #expect(bytes.count == end + 2)
        // The checksum of a file with its checksum is zero.
        #expect(FITFile.checksum(bytes[...]) == 0)
        var definitions: [UInt8: (number: Int, fields: [(number: Int, size: Int, type: UInt8)])] = [:]
        var messages: [Message] = []
        var index = 14
        while index < end {
            let header = bytes[index]
            index += 1
            if header & 0x40 != 0 {
                let count = Int(bytes[index + 4])
                let fields = (0..<count).map { field in
                    let place = index + 5 + 3 * field
                    return (Int(bytes[place]), Int(bytes[place + 1]), bytes[place + 2])
                }
                definitions[header & 0xF] = (Int(number(index + 2, 2)), fields)
                index += 5 + 3 * count
                continue
            }
            let definition = try #require(definitions[header & 0xF])
            var message = Message(number: definition.number, values: [:])
            for field in definition.fields {
                let raw = number(index, field.size)
                index += field.size
                let type = try #require(FITType(rawValue: field.type))
                let value = type == .sint32 ? Int64(Int32(truncatingIfNeeded: raw)) : Int64(raw)
                if value != type.invalid { message.values[field.number] = value }
            }
            messages.append(message)
        }
        #expect(index == end)
        return messages
    }

    /// Returns the messages of the first file of an export to FIT, after the import of a document of the Health app.
    private static func messages(ofExport xml: String) throws -> [Message] {
        let world = try ExportWorld()
        let database = try world.store()
        try Data(xml.utf8).write(to: world.file("export.xml"))
        try world.importExport(world.file("export.xml"), into: database)
        try world.export(database, to: "fit", format: "fit")
        return try #require(try files(world.file("fit/workouts")).map(read).first)
    }

    private static func files(_ folder: URL) throws -> [[UInt8]] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        return try names.map { try Array(Data(contentsOf: folder.appendingPathComponent($0))) }
    }

    @Test func filesHaveTheWorkoutsOfTheStore() throws {
        let world = try ExportWorld()
        let database = try world.demo(records: 6000)
        var samples = SavedSamples()
        try samples.save(in: database)
        let receipt = try world.export(database, to: "fit", format: "fit")
        let files = try Self.files(world.file("fit/workouts")).map(Self.read)
        let records = try database.efforts.all().map(\.workout.sample)
        #expect(files.count == records.count && receipt.types[HKWorkoutTypeIdentifier] == records.count)
        let epoch = 631_065_600.0
        let starts = records.map { Int64($0.start.timeIntervalSince1970.rounded(.down) - epoch) }.sorted()
        let sessions = files.compactMap { $0.first { $0.number == 18 } }
        #expect(sessions.compactMap { $0.values[2] }.sorted() == starts)
        var positions = 0
        for messages in files {
            #expect(messages.first?.number == 0 && messages.last?.number == 34)
            let times = messages.filter { $0.number == 20 }.compactMap { $0.values[253] }
            #expect(times == Set(times).sorted())
            positions += messages.count { $0.number == 20 && $0.values[0] != nil }
            let session = try #require(messages.first { $0.number == 18 })
            #expect(session.values[26] == Int64(messages.count { $0.number == 19 }))
            let timer = messages.filter { $0.number == 21 }
            #expect(timer.first?.values[1] == 0 && timer.last?.values[1] == 4)
            #expect(messages.allSatisfy { !$0.values.isEmpty })
        }
        #expect(positions == receipt.written[.routePoints] && positions > 0)
    }

    @Test func aSwimInAPoolHasItsLengths() throws {
        let laps = (0..<4).map { index in
            """
            <WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-06-14 09:0\(index / 2):\(index % 2 == 0 ? "00" : "30") \
            +0200" duration="0.5" durationUnit="min">
             <MetadataEntry key="HKSwimmingStrokeStyle" value="\(index + 2)"/></WorkoutEvent>
            """
        }
        let xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <HealthData locale="en_US">
             <ExportDate value="2024-12-11 09:00:00 +0100"/>
             <Workout workoutActivityType="HKWorkoutActivityTypeSwimming" duration="2" durationUnit="min" \
            sourceName="Watch" startDate="2024-06-14 09:00:00 +0200" endDate="2024-06-14 09:02:00 +0200">
              <MetadataEntry key="HKSwimmingLocationType" value="1"/>
              <MetadataEntry key="HKLapLength" value="25 yd"/>
              \(laps.joined())
             </Workout>
             <Record type="HKQuantityTypeIdentifierSwimmingStrokeCount" sourceName="Watch" unit="count" value="17" \
            startDate="2024-06-14 09:00:30 +0200" endDate="2024-06-14 09:01:00 +0200"/>
            </HealthData>
            """
        let messages = try Self.messages(ofExport: xml)
        let lengths = messages.filter { $0.number == 101 }
        #expect(lengths.map { $0.values[5] } == [nil, 17, nil, nil])
        #expect(lengths.map { $0.values[7] } == [0, 1, 2, 3])
        #expect(lengths.allSatisfy { $0.values[12] == 1 && $0.values[4] == 30_000 })
        let session = try #require(messages.first { $0.number == 18 })
        #expect(session.values[6] == 17 && session.values[44] == 2286 && session.values[46] == 1)
        #expect(session.values[33] == 4)
        let laps2 = messages.filter { $0.number == 19 }
        #expect(laps2.count == 1 && laps2.first?.values[9] == 9144 && laps2.first?.values[32] == 4)
    }

    @Test func theDistancesOfLapsAddUp() throws {
        let records = (0..<60).map { index in
            let times = index * 10
            func time(_ seconds: Int) -> String {
                "2024-06-14 09:\(seconds / 60 < 10 ? "0" : "")\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60) +0200"
            }
            return """
                <Record type="HKQuantityTypeIdentifierDistanceCycling" sourceName="Watch" unit="m" value="65" \
                startDate="\(time(times))" endDate="\(time(times + 10))"/>
                <Record type="HKQuantityTypeIdentifierCyclingPower" sourceName="Watch" unit="W" value="\(200 + index)" \
                startDate="\(time(times))" endDate="\(time(times))"/>
                """
        }
        let xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <HealthData locale="en_US">
             <ExportDate value="2024-12-11 09:00:00 +0100"/>
             \(records.joined())
             <Workout workoutActivityType="HKWorkoutActivityTypeCycling" duration="10" durationUnit="min" \
            sourceName="Watch" startDate="2024-06-14 09:00:00 +0200" endDate="2024-06-14 09:10:00 +0200">
              <WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-06-14 09:00:00 +0200" duration="4" durationUnit="min"/>
              <WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-06-14 09:04:00 +0200" duration="6" durationUnit="min"/>
             </Workout>
            </HealthData>
            """
        let messages = try Self.messages(ofExport: xml)
        #expect(messages.filter { $0.number == 19 }.map { $0.values[9] } == [156_000, 234_000])
        let session = try #require(messages.first { $0.number == 18 })
        #expect(session.values[20] == 230 && session.values[21] == 259)
    }

    @Test func thePausesOfALapAreNotInItsTimerTime() throws {
        let xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <HealthData locale="en_US">
             <ExportDate value="2024-12-11 09:00:00 +0100"/>
             <Workout workoutActivityType="HKWorkoutActivityTypeRowing" duration="8" durationUnit="min" \
            sourceName="Watch" startDate="2024-06-14 09:00:00 +0200" endDate="2024-06-14 09:10:00 +0200">
              <WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-06-14 09:00:00 +0200" duration="4" durationUnit="min"/>
              <WorkoutEvent type="HKWorkoutEventTypePause" date="2024-06-14 09:03:00 +0200"/>
              <WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-06-14 09:04:00 +0200" duration="6" durationUnit="min"/>
              <WorkoutEvent type="HKWorkoutEventTypeResume" date="2024-06-14 09:04:30 +0200"/>
              <WorkoutEvent type="HKWorkoutEventTypePause" date="2024-06-14 09:09:30 +0200"/>
             </Workout>
             <Record type="HKQuantityTypeIdentifierRowingSpeed" sourceName="Watch" unit="m/s" value="2.5" \
            startDate="2024-06-14 09:01:00 +0200" endDate="2024-06-14 09:01:00 +0200"/>
            </HealthData>
            """
        let messages = try Self.messages(ofExport: xml)
        let laps = messages.filter { $0.number == 19 }
        #expect(laps.map { $0.values[7] } == [240_000, 360_000])
        #expect(laps.map { $0.values[8] } == [180_000, 300_000])
        #expect(messages.first { $0.number == 20 }?.values[73] == 2500)
    }

    @Test func theAveragesThatAWorkoutStatesAreThoseOfItsSession() throws {
        let xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <HealthData locale="en_US">
             <ExportDate value="2024-12-11 09:00:00 +0100"/>
             <Record type="HKQuantityTypeIdentifierCyclingPower" sourceName="Watch" unit="W" value="300" \
            startDate="2024-06-14 09:01:00 +0200" endDate="2024-06-14 09:01:00 +0200"/>
             <Workout workoutActivityType="HKWorkoutActivityTypeHandCycling" duration="10" durationUnit="min" \
            sourceName="Watch" startDate="2024-06-14 09:00:00 +0200" endDate="2024-06-14 09:10:00 +0200">
              <WorkoutStatistics type="HKQuantityTypeIdentifierCyclingPower" startDate="2024-06-14 09:00:00 +0200" \
            endDate="2024-06-14 09:10:00 +0200" average="210" unit="W"/>
              <WorkoutStatistics type="HKQuantityTypeIdentifierCyclingCadence" startDate="2024-06-14 09:00:00 +0200" \
            endDate="2024-06-14 09:10:00 +0200" average="84" unit="count/min"/>
             </Workout>
            </HealthData>
            """
        let session = try #require(Self.messages(ofExport: xml).first { $0.number == 18 })
        #expect(session.values[20] == 210 && session.values[21] == 300 && session.values[18] == 84)
    }

    @Test func lapsHaveADistanceAlsoWithoutSamplesOfIt() throws {
        // At 4 m/s for five minutes, and then at 2 m/s: 1680 m, of which the workout has half.
        let records = (0..<10).map { minute in
            """
            <Record type="HKQuantityTypeIdentifierRunningSpeed" sourceName="Watch" unit="m/s" value="\(minute <= 5 ? 4 : 2)" \
            startDate="2024-06-14 09:0\(minute):00 +0200" endDate="2024-06-14 09:0\(minute):00 +0200"/>
            """
        }
        let xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <HealthData locale="en_US">
             <ExportDate value="2024-12-11 09:00:00 +0100"/>
             \(records.joined())
             <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="10" durationUnit="min" \
            sourceName="Watch" startDate="2024-06-14 09:00:00 +0200" endDate="2024-06-14 09:10:00 +0200">
              <WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-06-14 09:00:00 +0200" duration="5" durationUnit="min"/>
              <WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-06-14 09:05:00 +0200" duration="5" durationUnit="min"/>
              <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" \
            startDate="2024-06-14 09:00:00 +0200" endDate="2024-06-14 09:10:00 +0200" sum="840" unit="m"/>
             </Workout>
            </HealthData>
            """
        let messages = try Self.messages(ofExport: xml)
        #expect(messages.filter { $0.number == 19 }.map { $0.values[9] } == [60_000, 24_000])
    }

    @Test func lapsHaveTheDistanceOfTheirSamples() throws {
        // 4 m/s for five minutes, a pause of 100 s, and 2 m/s; the second lap begins within a sample.
        func sample(_ start: String, _ end: String, _ metres: Int) -> String {
            """
            <Record type="HKQuantityTypeIdentifierDistanceWalkingRunning" sourceName="Watch" unit="m" value="\(metres)" \
            startDate="2024-06-14 \(start) +0200" endDate="2024-06-14 \(end) +0200"/>
            """
        }
        let xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <HealthData locale="en_US">
             <ExportDate value="2024-12-11 09:00:00 +0100"/>
             \(sample("09:00:00", "09:05:00", 1200))\(sample("09:06:40", "09:11:40", 600))
             <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="10" durationUnit="min" \
            sourceName="Watch" startDate="2024-06-14 09:00:00 +0200" endDate="2024-06-14 09:11:40 +0200">
              <WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-06-14 09:00:00 +0200" duration="250" durationUnit="s"/>
              <WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-06-14 09:04:10 +0200" duration="150" durationUnit="s"/>
              <WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-06-14 09:06:40 +0200" duration="300" durationUnit="s"/>
              <WorkoutEvent type="HKWorkoutEventTypePause" date="2024-06-14 09:05:00 +0200"/>
              <WorkoutEvent type="HKWorkoutEventTypeResume" date="2024-06-14 09:06:40 +0200"/>
             </Workout>
            </HealthData>
            """
        let messages = try Self.messages(ofExport: xml)
        #expect(messages.filter { $0.number == 19 }.map { $0.values[9] } == [100_000, 20_000, 60_000])
    }

    @Test func workoutsBeforeTheTimestampsOfFITAreCountedAsLeftOut() throws {
        let world = try ExportWorld()
        let database = try world.store()
        for year in [1931.0, 1969, 1985, 1997, 2024] {
            let start = Date(timeIntervalSince1970: (year - 1970) * 31_556_952 + 86_400)
            let workout = HKWorkout(
                activityType: .running, startDate: start, endDate: start + 60, duration: 60, workoutEvents: [],
                statistics: [:], totals: HKWorkoutTotals(), fields: HKObjectFields(newWith: nil, metadata: [:]))
            try database.save([workout], source: SavedSamples.app("日記帳"))
        }
        let receipt = try world.export(database, to: "fit.zip", format: "fit")
        #expect(receipt.written[.workouts] == 1 && receipt.notHeld[.datesBeyondCalendar] == 4)
        let old = ContentSelection(to: Date(timeIntervalSince1970: 600_000_000))
        #expect(throws: ExportError.self) { try world.export(database, to: "old.zip", format: "fit", selection: old) }
        #expect(!FileManager.default.fileExists(atPath: world.file("old.zip").path))
    }

    @Test func numbersOutsideAFieldAreUnknown() throws {
        var file = FITFile()
        file.add(.record, [1000, 0x7FFF_FFFF, -0x8000_0001, -1, 255, 254, 0xFFFF_FFFF, .max, 65_535])
        file.add(.record, [1001, nil, -0x8000_0000, 0, 0, 0, 0xFFFF_FFFE, 1, 65_534])
        let messages = try Self.read(file.bytes)
        #expect(messages.map(\.values.count) == [2, 8])
        #expect(messages[0].values == [253: 1000, 4: 254])
        #expect(messages[1].values[1] == -0x8000_0000 && messages[1].values[7] == 65_534)
    }

    @Test func anglesAreSemicircles() {
        #expect(FITNumber.semicircles(180) == -0x8000_0000)
        #expect(FITNumber.semicircles(-180) == -0x8000_0000)
        #expect(FITNumber.semicircles(90) == 0x4000_0000)
        #expect(FITNumber.semicircles(179.9999999) == 0x7FFF_FFFE)
        #expect(FITNumber.semicircles(.nan) == nil && FITNumber.semicircles(181) == nil)
        #expect(FITNumber.date(FITNumber.dates.lowerBound) == 0x1000_0000)
        #expect(FITNumber.date(FITNumber.dates.lowerBound - 1) == nil && FITNumber.date(.nan) == nil)
    }
}
