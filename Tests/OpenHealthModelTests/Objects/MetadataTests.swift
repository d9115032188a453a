// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@Suite struct MetadataTests {
    static let values: [HKMetadataValue] = [
        .string("a"), .string(""), .integer(0), .integer(1), .integer(.min), .integer(.max), .double(0.5), .double(2),
        .bool(true), .bool(false), .date(HealthModelTestSamples.start),
        .quantity(HealthModelTestSamples.quantity(1, "kg")),
    ]

    @Test(arguments: values)
    func metadataRoundTrips(value: HKMetadataValue) {
        #expect(HKMetadataValue(value.object) == value)
    }

    @Test func acceptsSwiftAndFoundationValues() {
        let cases: [(Any, HKMetadataValue)] = [
            ("a", .string("a")), (NSString("a"), .string("a")), (1, .integer(1)), (UInt8(1), .integer(1)),
            (Int64(-5), .integer(-5)), (1.0, .double(1)), (Float(0.5), .double(0.5)), (true, .bool(true)),
            (NSNumber(value: 1), .integer(1)), (NSNumber(value: 1.0), .double(1)), (NSNumber(value: true), .bool(true)),
            (NSNumber(value: false), .bool(false)), (NSNumber(value: UInt64(3)), .integer(3)),
            (NSNumber(value: UInt64.max), .double(Double(UInt64.max))),
            (HealthModelTestSamples.start, .date(HealthModelTestSamples.start)),
            (NSDate(timeIntervalSinceReferenceDate: 5), .date(Date(timeIntervalSinceReferenceDate: 5))),
        ]
        for (given, expected) in cases {
            #expect(HKMetadataValue(given) == expected, "\(type(of: given))")
        }
    }

    /// Metadata values support the casts that are common in apps.
    @Test func supportsTheUsualCasts() {
        let sample = HKQuantitySample(
            type: HKQuantityType(.bodyMass), quantity: HealthModelTestSamples.quantity(1, "kg"),
            start: HealthModelTestSamples.start, end: HealthModelTestSamples.start,
            metadata: ["yes": true, "whole": 3, "half": 0.5, "text": "a", "date": HealthModelTestSamples.start])
        let metadata = sample.metadata
        #expect(metadata?["yes"] as? Bool == true)
        #expect((metadata?["yes"] as? NSNumber)?.boolValue == true)
        #expect(metadata?["whole"] as? Int == 3)
        #expect(metadata?["whole"] as? Double == 3)
        #expect((metadata?["whole"] as? NSNumber)?.intValue == 3)
        #expect(metadata?["half"] as? Double == 0.5)
        #expect(metadata?["text"] as? String == "a")
        #expect(metadata?["date"] as? Date == HealthModelTestSamples.start)
        #expect(metadata?["none"] == nil)
    }

    @Test func deletedObjectsKeepSyncMetadataOnly() {
        let deleted = HKDeletedObject(
            uuid: UUID(),
            metadata: [
                HKMetadataKeySyncIdentifier: .string("s"), HKMetadataKeySyncVersion: .integer(2),
                HKMetadataKeyFoodType: .string("pear"),
            ])
        #expect(deleted.metadata?.count == 2)
        #expect(deleted.metadata?[HKMetadataKeySyncVersion] as? Int == 2)
        #expect(HKDeletedObject(uuid: UUID()).metadata == nil)
    }
}
