// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthKit
import OpenHealthModel
import OpenHealthTestSupport

/// Random saves and deletions on a phone.
struct RandomLife {
    private let world: BridgeWorld
    private var random: SeededGenerator
    private var saved: [(HKSample, HKHealthStore)] = []
    private var clock = Date(timeIntervalSince1970: 1_795_435_200)

    init(_ world: BridgeWorld, seed: UInt64) {
        self.world = world
        random = SeededGenerator(seed: seed)
    }

    /// Saves some samples, and deletes some.
    mutating func live() async throws {
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            let store = Bool.random(using: &random) ? world.watch : world.diary
            let sample = sample()
            try await store.save(sample)
            saved.append((sample, store))
        }
        for _ in 0..<Int.random(in: 0...3, using: &random) where !saved.isEmpty {
            let (sample, store) = saved.remove(at: Int.random(in: saved.indices, using: &random))
            let members = (sample as? HKCorrelation).map { Array($0.objects) } ?? []
            try await store.delete([sample] + members)
        }
    }

    private mutating func sample() -> HKSample {
        // Some samples start in the same second as the one before.
        clock += [0, 0.25, 1, 30.125, 600][Int.random(in: 0..<5, using: &random)]
        let start = clock
        let end = start + [0, 0.5, 10, 300][Int.random(in: 0..<4, using: &random)]
        let (device, metadata) = (device(), metadata())
        func quantity(_ type: HKQuantityTypeIdentifier, _ unit: String, _ value: Double) -> HKQuantitySample {
            HKQuantitySample(
                type: HKQuantityType(type), quantity: HKQuantity(unit: HKUnit(from: unit), doubleValue: value),
                start: start,
                end: end, device: device, metadata: metadata)
        }
        switch Int.random(in: 0..<9, using: &random) {
        case 0: return quantity(.stepCount, "count", Double(Int.random(in: 1...500, using: &random)))
        case 1: return quantity(.heartRate, "count/min", Double.random(in: 40...180, using: &random))
        case 2: return quantity(.bodyMass, "kg", Double(Int.random(in: 500...1200, using: &random)) / 10)
        case 3: return quantity(.oxygenSaturation, "%", Double(Int.random(in: 80...100, using: &random)) / 100)
        case 4: return quantity(.dietaryProtein, "mg", Double(Int.random(in: 1...50_000, using: &random)))
        case 5:
            return HKCategorySample(
                type: HKCategoryType(.headache), value: Int.random(in: 0...4, using: &random), start: start, end: end,
                device: device, metadata: metadata)
        case 6:
            return HKCategorySample(
                type: HKCategoryType(.sleepAnalysis), value: Int.random(in: 0...5, using: &random), start: start,
                end: end,
                device: device, metadata: metadata)
        case 7:
            let members: Set<HKSample> = [
                quantity(.bloodPressureSystolic, "mmHg", Double(Int.random(in: 90...180, using: &random))),
                quantity(.bloodPressureDiastolic, "mmHg", Double(Int.random(in: 50...89, using: &random))),
            ]
            return HKCorrelation(
                type: HKCorrelationType(.bloodPressure), start: start, end: end, objects: members, device: device,
                metadata: metadata)
        default: return workout(start, device, metadata)
        }
    }

    private mutating func workout(_ start: Date, _ device: HKDevice?, _ metadata: [String: Any]?) -> HKWorkout {
        let pause = Double(Int.random(in: 1...20, using: &random))
        let events = [
            HKWorkoutEvent(type: .pause, dateInterval: DateInterval(start: start + 60, duration: 0), metadata: nil),
            HKWorkoutEvent(
                type: .resume, dateInterval: DateInterval(start: start + 60 + pause, duration: 0), metadata: nil),
            HKWorkoutEvent(type: .lap, dateInterval: DateInterval(start: start + 100, duration: 50), metadata: nil),
        ]
        return HKWorkout(
            activityType: [.running, .cycling, .yoga].randomElement(using: &random) ?? .other, start: start,
            end: start + 600,
            workoutEvents: Bool.random(using: &random) ? events : nil,
            totalEnergyBurned: HKQuantity(
                unit: .kilocalorie(), doubleValue: Double(Int.random(in: 1...900, using: &random))),
            totalDistance: Bool.random(using: &random) ? HKQuantity(unit: .meter(), doubleValue: 5_000.5) : nil,
            device: device, metadata: metadata)
    }

    private mutating func device() -> HKDevice? {
        guard Bool.random(using: &random) else { return nil }
        return HKDevice(
            name: "Uhr Ümläut ⌚️", manufacturer: "Example", model: "W\(Int.random(in: 1...2, using: &random))",
            hardwareVersion: nil, firmwareVersion: nil, softwareVersion: "1.0\"", localIdentifier: nil,
            udiDeviceIdentifier: nil)
    }

    private mutating func metadata() -> [String: Any]? {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return [HKMetadataKeyWasUserEntered: true, HKMetadataKeyTimeZone: "Europe/Berlin"]
        case 1: return ["own text": "a \"b\"\n\u{1F9E1}", HKMetadataKeyExternalUUID: "x-\(random.next())"]
        case 2:
            return [
                "own number": 5, "own fraction": 2.5, "own truth": false,
                "own date": Date(timeIntervalSince1970: 1_700_000_000.5),
                "own length": HKQuantity(unit: .meter(), doubleValue: 12.5),
            ]
        default: return nil
        }
    }
}
