// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension FuzzTarget {
    static func feedPredicateText(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let predicate = try? NSPredicate.validated(format: text) else { return }
        FuzzPredicates.shared.ask(PredicateNode(predicate), bytes.count)
    }

    static func feedPredicateJSON(_ bytes: [UInt8]) {
        guard let node = try? JSONDecoder().decode(PredicateNode.self, from: Data(bytes)) else { return }
        FuzzPredicates.shared.ask(node, bytes.count)
    }

    /// Matches a string with a pattern. The first line of the input is the pattern, the other lines are the string.
    static func feedPattern(_ bytes: [UInt8]) {
        let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        let text = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : ""
        let pattern = String(decoding: parts[0], as: UTF8.self)
        for ignoresCase in [false, true] {
            guard let compiled = try? TextPattern(pattern, ignoresCase: ignoresCase) else { continue }
            precondition(compiled.states <= TextPattern.maximumStates, "a pattern has too many states")
            let steps = compiled.run(text).steps
            precondition(
                steps <= 2 * compiled.states * (text.unicodeScalars.count + 2), "a pattern takes too many steps")
        }
    }
}

/// The samples and the store with which the fuzzer tests predicates.
struct FuzzPredicates: Sendable {
    private let access: AppAccess
    private let samples: [(type: HKSampleType, objects: [HKSample])]

    /// The shared instance: creating a store takes longer than evaluating thousands of predicates.
    static let shared: FuzzPredicates = {
        do {
            return try FuzzPredicates()
        } catch {
            preconditionFailure("the store of the fuzzer cannot be created: \(error)")
        }
    }()

    private static let types: [HKSampleType] = [
        HKQuantityType(.stepCount), HKQuantityType(.heartRate), HKCategoryType(.sleepAnalysis), .workoutType(),
    ]

    private init() throws {
        access = AppAccess(
            database: try HealthDatabase.inMemory(), app: AppIdentity(identifier: "org.example.fuzz", name: "Fuzz"))
        try access.record(
            AuthorizationDecision(
                share: Dictionary(Self.types.map { ($0, .authorized) }) { first, _ in first },
                read: Dictionary(Self.types.map { ($0, .authorized) }) { first, _ in first }))
        try access.save((0..<8).flatMap(Self.samples))
        let access = access
        samples = try Self.types.map { type in
            (type, try access.samples(SampleQuery([SampleQuery.Part(type)])))
        }
    }

    private static func samples(_ index: Int) -> [HKSample] {
        let start = Date(timeIntervalSinceReferenceDate: 795_166_200 + Double(index) * 900.25)
        let end = index.isMultiple(of: 2) ? start : start.addingTimeInterval(1800)
        let notes = ["abc", "ABC", "a%c_", "äb\nc", "", "2024-01-05", "aaaaaaaa!", "note 7"]
        let metadata: [String: Any] = [
            "note": notes[index], "level": Double(index) / 2, HKMetadataKeyWasUserEntered: index > 3, "when": start,
        ]
        let count = HKUnit.count()
        let device = HKDevice(
            name: "Watch", manufacturer: "Apple Inc.", model: "Watch", hardwareVersion: "Watch6,7",
            firmwareVersion: nil, softwareVersion: "10.1", localIdentifier: nil, udiDeviceIdentifier: nil)
        return [
            HKQuantitySample(
                type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: count, doubleValue: Double(index * 10)),
                start: start, end: end, metadata: index.isMultiple(of: 3) ? nil : metadata),
            HKQuantitySample(
                type: HKQuantityType(.heartRate),
                quantity: HKQuantity(unit: count.unitDivided(by: .minute()), doubleValue: 60 + Double(index) / 3),
                start: start, end: end, device: index > 4 ? device : nil, metadata: ["note": notes[7 - index]]),
            HKCategorySample(
                type: HKCategoryType(.sleepAnalysis), value: index % 6, start: start, end: end, metadata: metadata),
            HKWorkout(
                activityType: index.isMultiple(of: 2) ? .running : .other, start: start,
                end: start.addingTimeInterval(60 * Double(index + 1))),
        ]
    }

    /// Evaluates a predicate with the samples and with the store, checks that the results are equal, and encodes the predicate.
    /// - Parameter choice: Selects the type of the query.
    func ask(_ node: PredicateNode, _ choice: Int) {
        precondition(!node.description.isEmpty, "a predicate has no text")
        guard node.queryFault == nil else {
            precondition(PredicateNode(node.predicate).fault != nil, "a predicate beyond the limits becomes valid")
            precondition(matches(samples[0].type, node) == nil, "a store accepts a predicate beyond the limits")
            return
        }
        let simplified = node.simplified
        for (_, objects) in samples {
            for object in objects {
                precondition(
                    node.matches(object) == simplified.matches(object), "a simplified predicate has another result")
            }
        }
        // There are no relations here, and objects without a store have no information about relations.
        let (type, objects) = samples[choice % samples.count]
        let expected = objects.filter { node.matches($0) }.map(\.uuid)
        precondition(matches(type, node) == expected, "the results of the store and of the objects differ")
        Self.write(node)
    }

    private func matches(_ type: HKSampleType, _ node: PredicateNode) -> [UUID]? {
        do {
            return try access.samples(SampleQuery([SampleQuery.Part(type, node)])).map(\.uuid)
        } catch let error as HKError where error.code == .errorInvalidArgument {
            return nil
        } catch {
            preconditionFailure("the store fails: \(error)")
        }
    }

    private static func write(_ node: PredicateNode) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let data = try? encoder.encode(node), let back = try? JSONDecoder().decode(PredicateNode.self, from: data)
        else { preconditionFailure("a predicate cannot be encoded and decoded") }
        // Not compared as values because NaN is not equal to itself.
        precondition((try? encoder.encode(back)) == data, "a decoded predicate differs from the original")
    }
}
