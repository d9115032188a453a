// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HealthKitCombine
import OpenHealthTestSupport
import Testing

/// Tests that the examples of the article work as described.
@Suite struct HealthDataAsStreamsTests {
    private let mass = HKQuantityType(.bodyMass)
    private let kilogram = HKUnit.gramUnit(with: .kilo)

    private func weight(_ value: Double, _ date: Date) -> HKQuantitySample {
        .fixture(.bodyMass, value, unit: kilogram, start: date, end: date)
    }

    @Test func everyListingIsPartOfATestedFile() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let code = try ["HealthDataAsStreams.swift", "HealthDataAsStreams+Network.swift"].map { name in
            try Self.lines(String(contentsOf: folder.appending(path: name), encoding: .utf8))
        }.joined()
        let root = folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let article = try String(
            contentsOf: root.appending(
                path: "Sources/HealthKitCombine/HealthKitCombine.docc/HealthDataAsStreams.md"), encoding: .utf8)
        let pieces = article.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first
        }
        #expect(pieces.count >= 20)
        for piece in pieces {
            #expect(code.contains(Self.lines(piece)), "not in the code that is tested: \(piece)")
        }
    }

    /// Returns the lines without indentation and empty lines.
    private static func lines(_ text: String) -> String {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            .joined(separator: "\n") + "\n"
    }

    @Test func authorizationThenReading() async throws {
        let world = try HealthWorld()
        try world.addDays(3, of: .abdominalCramps) { _ in HKCategoryValueSeverity.mild.rawValue }
        let lines = QueryRecorder<String>()
        let app = StreamingApp(world.app(), show: { lines.record($0) })
        app.showSeverities()
        #expect(try await lines.next() == "3 entries")
        #expect(try await lines.next() == "That is all.")
        #expect(world.requests.count == 1)
    }

    @Test func authorizationWithoutHealthData() async throws {
        let world = try HealthWorld()
        var configuration = world.configuration(for: .init(identifier: "org.example.elsewhere", name: "elsewhere"))
        configuration.isHealthDataAvailable = false
        let lines = QueryRecorder<String>()
        let app = StreamingApp(.make(in: HealthContext(configuration)), show: { lines.record($0) })
        app.showSeverities()
        #expect(try await lines.next() == "There is no health data here.")
        #expect(world.requests.isEmpty)
    }

    @Test func followingWeights() async throws {
        let world = try HealthWorld()
        let store = world.app()
        try world.grant(read: [mass], to: store)
        let lines = QueryRecorder<String>()
        let app = StreamingApp(store, show: { lines.record($0) })
        let weights = app.showWeights()
        #expect(try await lines.next() == "no weight yet")
        try world.add(weight(70, world.clock.now - 100))
        #expect(try await lines.next() == "70.0 kg")

        let (count, newest) = StreamingApp.shares(weights)
        let counts = QueryRecorder<Int>()
        let dates = QueryRecorder<Date>()
        let subscriptions = [
            count.removeDuplicates().sink { _ in
            } receiveValue: {
                counts.record($0)
            },
            newest.removeDuplicates().sink { _ in
            } receiveValue: {
                dates.record($0)
            },
        ]
        #expect(try await counts.next() == 1)
        _ = try await dates.next()
        try world.add(weight(71, world.clock.now - 50))
        #expect(try await counts.next() == 2)
        #expect(try await dates.next() == world.clock.now - 50)
        for subscription in subscriptions { subscription.cancel() }
    }

    @Test func drawingOneByOneOrNotAtAll() async throws {
        let world = try HealthWorld()
        let store = world.app()
        try world.grant(read: [mass], to: store)
        let drawings = QueryRecorder<[HKQuantitySample]>()
        let app = StreamingApp(store, show: { _ in }, draw: { drawings.record($0) })
        let weights = app.showWeights()
        app.drawOneByOne(weights)
        #expect(try await drawings.next().isEmpty)
        for count in 1...5 {
            try world.add(weight(70 + Double(count), world.clock.now - Double(100 - count)))
            // Several values can precede the last one.
            while try await drawings.next().count < count {}
        }

        let nothing = QueryRecorder<[HKQuantitySample]>()
        let other = StreamingApp(store, show: { _ in }, draw: { nothing.record($0) })
        other.beginAndEnd(weights)
        try world.add(weight(80, world.clock.now))
        while try await drawings.next().count < 6 {}
        // The first five can arrive before the subscription is cancelled.
        #expect(try nothing.calls.allSatisfy { try $0.get().count == 5 } && nothing.calls.count <= 1)
    }

    @Test func batchesOfOneMoment() async throws {
        let world = try HealthWorld()
        let store = world.app()
        let five: [HKCategoryTypeIdentifier] = [.abdominalCramps, .bloating, .fatigue, .acne, .headache]
        for (index, identifier) in five.enumerated() {
            try world.addDays(index + 1, of: identifier) { _ in HKCategoryValueSeverity.mild.rawValue }
        }
        try world.addDays(4, of: .stepCount) { _ in 100 }
        try world.grant(read: Set(five.map { HKCategoryType($0) }), to: store)
        try world.grant(read: [.workoutType(), HKQuantityType(.stepCount)], to: store)
        let (merged, batch, day) = StreamingApp.batches(store)
        for try await samples in PublisherValues(merged) { #expect(samples.count == 15) }
        for try await samples in batch.values { #expect(samples.count == 15) }
        for try await line in PublisherValues(day) { #expect(line == "0 workouts, 4 samples of steps") }
    }

    @Test func statisticsSideBySide() async throws {
        let world = try HealthWorld()
        let store = world.app()
        try world.grant(read: [mass, HKQuantityType(.stepCount)], to: store)
        let app = StreamingApp(store, show: { _ in })
        let (steps, summary) = StreamingApp.figures(store, world.calendar, app.showWeights())
        let lines = QueryRecorder<String>()
        let subscription = summary.sink { _ in
        } receiveValue: {
            lines.record($0)
        }
        #expect(try await lines.next() == "0 days, 0 weights")
        try world.addDays(2, of: .stepCount) { day in 100 + Double(day) }
        #expect(try await lines.next() == "2 days, 0 weights")
        try world.add(weight(70, world.clock.now))
        #expect(try await lines.next() == "2 days, 1 weights")
        subscription.cancel()
        for try await figures in PublisherValues(steps) {
            #expect(figures == [100, 101])
            break
        }
    }

    @Test func aFunctionAsAQuery() async throws {
        let world = try HealthWorld()
        let store = world.app()
        try world.grant(read: [HKCharacteristicType(.dateOfBirth)], to: store)
        try world.setDateOfBirth(year: 1980, month: 1, day: 2)
        let ages = QueryRecorder<Int?>()
        let subscription = StreamingApp.ages(store, in: 2025).sink { _ in
        } receiveValue: {
            ages.record($0)
        }
        #expect(try await ages.next() == 45)
        try world.setDateOfBirth(year: 1990, month: 1, day: 2)
        #expect(try await ages.next() == 35)
        subscription.cancel()
    }

    @Test(arguments: [false, true]) func saving(asPromise: Bool) async throws {
        let world = try HealthWorld()
        let lines = QueryRecorder<String>()
        let store = world.app()
        let app = StreamingApp(store, show: { lines.record($0) })
        let save = { if asPromise { app.saveByPromises(weight(71, .now)) } else { app.save() } }
        save()
        #expect(try await lines.next() == "Saved!")
        try world.revoke(from: store)
        world.prompt = .deny
        save()
        #expect(try await lines.next() != "Saved!")
        #expect(lines.calls.count == 2)
    }

    @Test func aStateOverItsOwnDatabase() async throws {
        let database = try DatabaseQueue()
        try await database.write { db in
            try db.create(table: "note") { table in
                table.column("text", .text)
                table.column("category", .text)
            }
            try Note(text: "run", category: "sport").insert(db)
            try Note(text: "apple", category: "food").insert(db)
        }
        let state = AppState(database)
        let notes = QueryRecorder<[String]>()
        let titles = QueryRecorder<String>()
        let subscriptions = [
            state.notes.map { $0.map(\.text) }.removeDuplicates().sink { _ in
            } receiveValue: {
                notes.record($0)
            },
            state.title.removeDuplicates().sink { _ in
            } receiveValue: {
                titles.record($0)
            },
        ]
        #expect(try await notes.next() == ["apple", "run"])
        #expect(try await titles.next() == "2 notes")
        state.category.value = "sport"
        #expect(try await notes.next() == ["run"])
        try await database.write { db in try Note(text: "swim", category: "sport").insert(db) }
        #expect(try await notes.next() == ["run", "swim"])
        state.category.value = nil
        #expect(try await notes.next() == ["apple", "run", "swim"])
        for subscription in subscriptions { subscription.cancel() }
    }

    @Test func loopsAndSequences() async throws {
        let world = try HealthWorld()
        let store = world.app()
        try world.grant(read: [mass], to: store)
        let weights = StreamingApp(store, show: { _ in }).showWeights()
        var drawn: [Int] = []
        try await StreamingApp.drawAWeek(weights) { samples in
            drawn.append(samples.count)
            let number = Double(samples.count)
            #expect(throws: Never.self) { try world.add(weight(70 + number, world.clock.now - 100 + number)) }
        }
        #expect(drawn == Array(0...7))
        for await sum in PublisherValues(StreamingApp.sum()) { #expect(sum == 6) }
    }
}
