// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@Suite struct PredicateCodingTests {
    typealias Samples = HealthModelTestSamples

    private static let values: [PredicateValue] =
        PredicateFieldTests.values.map(\.1) + [
            .null, .folded("a", [.letterCase, .diacritics]), .list([.null, .list([.bool(false)])]), .number(.infinity),
            .number(-.infinity), .number(1e-300), .number(Double(1 << 53)),
            .quantity(Samples.quantity(.infinity, "mmol<180.1>/L")),
            .revision(HKSourceRevision(source: Samples.source, version: nil)),
            .device(
                HKDevice(
                    name: nil, manufacturer: nil, model: "m", hardwareVersion: nil, firmwareVersion: nil,
                    softwareVersion: nil, localIdentifier: nil, udiDeviceIdentifier: nil)),
        ]

    private static var nodes: [PredicateNode] {
        let fields =
            PredicateField.plain + [
                .metadata("a:b.c"), .metadata(""), .deviceProperty(HKDevicePropertyKeyName), .statisticsSum("x"),
                .statisticsMinimum("x"), .statisticsMaximum("x"), .statisticsAverage("x"),
            ]
        let relations: [PredicateRelation] = [
            .workout(Samples.uuid), .effort(workout: Samples.uuid, activity: nil),
            .effort(workout: Samples.uuid, activity: UUID()), .electrocardiogram(Samples.uuid),
            .correlation(Samples.uuid),
            .anyCorrelation, .anyWorkout,
        ]
        let simple: [PredicateNode] =
            fields.map { .compare($0, .equalTo, .null) } + values.map { .compare(.count, .in, $0) }
            + PredicateOperator.allCases.map { .compare(.count, $0, .number(1)) } + relations.map { .related($0) }
            + [
                .constant(true), .constant(false), .interval(PredicateInterval(from: -.infinity, to: .infinity)),
                .interval(PredicateInterval(from: 0.1, to: 1e9, isStartStrict: true, isEndStrict: true)),
                .interval(PredicateInterval(from: 0.1, to: 1e9, includesEndAtStart: true)),
            ]
        return simple + [.and(simple), .or(simple), .not(.and([])), .activity(.or([.constant(true)]))]
    }

    @Test func roundTrip() throws {
        for node in Self.nodes {
            let data = try JSONEncoder().encode(node)
            #expect(try JSONDecoder().decode(PredicateNode.self, from: data) == node, "\(node)")
            #expect(!node.predicate.description.isEmpty)
        }
    }

    @Test func blockPredicatesAreRefused() {
        let node = PredicateNode.and([.not(.block(PredicateBlock(NSPredicate { _, _ in true })))])
        #expect {
            try JSONEncoder().encode(node)
        } throws: { "\($0)".contains("block is code") }
    }

    @Test func damageIsRefused() {
        let texts = [
            "{}", "[]", #"{"constant":true,"and":[]}"#, #"{"block":1}"#,
            #"{"compare":{"field":"nothing","operator":"in","value":{"null":true}}}"#,
            #"{"compare":{"field":"count","operator":"is","value":{"null":true}}}"#,
            #"{"compare":{"field":"count","operator":"in","value":{}}}"#,
            #"{"compare":{"field":"count","operator":"in","value":{"quantity":{"value":1,"unit":"parsec"}}}}"#,
            #"{"compare":{"field":"count","operator":"in","value":{"day":[1]}}}"#,
            #"{"compare":{"field":"count","operator":"in","value":{"device":["a"]}}}"#,
            #"{"compare":{"field":"count","operator":"in","value":{"number":"x"}}}"#,
        ]
        for text in texts {
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(PredicateNode.self, from: Data(text.utf8)) }
        }
    }
}
