// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Foundation is not imported, because this file shows that `import HealthKit` is sufficient.
import HealthKit
import Testing

@Suite struct SingleImportTests {
    @Test func foundationComesWithHealthKit() {
        let start = Date(timeIntervalSince1970: 1_760_000_000)
        let end = Calendar(identifier: .gregorian).date(byAdding: .minute, value: 1, to: start) ?? start
        let sample = HKQuantitySample(
            type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 10), start: start,
            end: end, metadata: [HKMetadataKeyWasUserEntered: NSNumber(value: true)])
        #expect(sample.endDate.timeIntervalSince(sample.startDate) == 60)
        #expect(String(format: "%.0f", sample.quantity.doubleValue(for: .count())) == "10")
        #expect(NSPredicate(value: true).evaluate(with: sample))
    }
}
