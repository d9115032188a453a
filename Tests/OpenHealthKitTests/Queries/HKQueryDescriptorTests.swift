// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthKit
import Testing

@Suite struct HKQueryDescriptorTests {
    @Test func everyTypeCanBeArchived() throws {
        for type in HealthTypes.all.compactMap({ HKObjectType.named($0.identifier) as? HKSampleType }) {
            for predicate in [
                nil, HKQuery.predicateForSamples(withStart: Sample.day, end: nil, options: .strictStartDate),
                NSCompoundPredicate(notPredicateWithSubpredicate: HKQuery.predicateForObject(with: UUID())),
            ] {
                let descriptor = HKQueryDescriptor(sampleType: type, predicate: predicate)
                let data = try NSKeyedArchiver.archivedData(withRootObject: descriptor, requiringSecureCoding: true)
                let read = try #require(
                    try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryDescriptor.self, from: data))
                #expect(read == descriptor && read.sampleType == type && read.hash == descriptor.hash)
                #expect((read.predicate == nil) == (predicate == nil))
            }
        }
    }

    @Test func copiesAndEquality() {
        let descriptor = HKQueryDescriptor(sampleType: Sample.steps, predicate: nil)
        #expect(descriptor.copy() as? HKQueryDescriptor == descriptor)
        #expect(descriptor != HKQueryDescriptor(sampleType: Sample.pulse, predicate: nil))
        #expect(descriptor != HKQueryDescriptor(sampleType: Sample.steps, predicate: NSPredicate(value: false)))
    }

    @Test func aBlockCannotBeArchived() async {
        await #expect(processExitsWith: .failure) {
            let descriptor = HKQueryDescriptor(sampleType: Sample.steps, predicate: NSPredicate { _, _ in true })
            _ = try NSKeyedArchiver.archivedData(withRootObject: descriptor, requiringSecureCoding: true)
        }
    }
}
