// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import Testing

/// Tests of predicates as written by apps.
@Suite struct ClientPredicateTests {
    private let start = Date(timeIntervalSinceReferenceDate: 1000)
    private let end = Date(timeIntervalSinceReferenceDate: 2000)

    private func steps(at date: Date) -> HKQuantitySample {
        HKQuantitySample(
            type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 5), start: date,
            end: date,
            metadata: [HKMetadataKeyWasUserEntered: true])
    }

    @Test func formats() {
        let interval = NSPredicate(
            format: "%K >= %@ AND %K < %@", HKPredicateKeyPathStartDate, start as NSDate, HKPredicateKeyPathEndDate,
            end as NSDate)
        #expect(interval.evaluate(with: steps(at: start)) && !interval.evaluate(with: steps(at: end)))
        let entered = NSPredicate(format: "metadata.%K == YES", HKMetadataKeyWasUserEntered)
        #expect(entered.evaluate(with: steps(at: start)))
        let array = NSPredicate(format: "%K == %d", argumentArray: [HKPredicateKeyPathCount, 1])
        #expect(array.evaluate(with: steps(at: start)))
        #expect(!NSPredicate(format: "count > 1").evaluate(with: steps(at: start)))
    }

    @Test func compounds() {
        let date = HKQuery.predicateForSamples(withStart: start, end: end, options: .strictStartDate)
        let large = HKQuery.predicateForQuantitySamples(
            with: .greaterThan, quantity: HKQuantity(unit: .count(), doubleValue: 10))
        let sample = steps(at: start)
        #expect(!NSCompoundPredicate(andPredicateWithSubpredicates: [date, large]).evaluate(with: sample))
        #expect(NSCompoundPredicate(orPredicateWithSubpredicates: [date, large]).evaluate(with: sample))
        #expect(NSCompoundPredicate(notPredicateWithSubpredicate: large).evaluate(with: sample))
        #expect(!NSCompoundPredicate(type: .and, subpredicates: [date, large]).evaluate(with: sample))
        #expect(NSCompoundPredicate(type: .not, subpredicates: [large]).evaluate(with: sample))
    }

    @Test func sortDescriptors() {
        let descriptors = [
            NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: false),
            NSSortDescriptor(keyPath: \HKSample.endDate, ascending: true),
        ]
        #expect(!descriptors[0].ascending && descriptors[1].ascending)
        let values: [SortDescriptor<HKQuantitySample>] = [SortDescriptor(\.startDate, order: .reverse)]
        #expect(values[0].order == .reverse)
    }
}
