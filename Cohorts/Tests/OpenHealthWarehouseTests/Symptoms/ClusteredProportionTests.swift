// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthTestSupport
import Testing

@testable import OpenHealthWarehouse

struct ClusteredProportionTests {
    /// The values of tables of the distributions (NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7).
    @Test(arguments: [
        (1.0, 0.95, 12.706), (2, 0.95, 4.303), (4, 0.95, 2.776), (10, 0.9, 1.812), (10, 0.99, 3.169), (30, 0.95, 2.042),
        (100, 0.95, 1.984), (100, 0.998, 3.174),
    ])
    func `quantiles of Student's distribution`(_ degrees: Double, confidence: Double, expected: Double) {
        #expect(abs(Quantile.student(confidence: confidence, degrees: degrees) - expected) < 0.0006)
    }

    @Test(arguments: [(0.5, 0.674490), (0.8, 1.281552), (0.9, 1.644854), (0.95, 1.959964), (0.99, 2.575829)])
    func `quantiles of the normal distribution`(_ confidence: Double, expected: Double) {
        #expect(abs(Quantile.normal(confidence: confidence) - expected) < 1e-6)
        #expect(abs(Quantile.student(confidence: confidence, degrees: 1e5) - expected) < 1e-4)
    }

    /// 81 of 263, and 15 of 148: examples of Newcombe, Statistics in Medicine 17 (1998) 857-872; 0 of 20, and 1 of 29.
    @Test(arguments: [
        (81.0, 263.0, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611), (1, 29, 0.0061, 0.1718),
    ])
    func `Wilson's interval`(_ present: Double, units: Double, low: Double, high: Double) {
        let interval = ClusteredProportion.wilson(share: present / units, units: units, confidence: 0.95)
        #expect(abs(interval.lowerBound - low) < 0.00006)
        #expect(abs(interval.upperBound - high) < 0.00006)
    }

    @Test func `equal days count once, independent ones almost fully`() {
        // Ten people with ten days each: five of them always have the symptom, five never.
        let alike = sums((0..<10).map { (units: 10, present: $0 < 5 ? 10 : 0) })
        // 9 (t of 99 degrees / t of 9)^2, from SciPy 1.11.
        #expect(abs(alike.effectiveUnits(confidence: 0.95) - 6.92429) < 1e-4)
        // All participants have the symptom on five of ten days.
        let same = sums((0..<10).map { _ in (units: 10, present: 5) })
        #expect(same.effectiveUnits(confidence: 0.95) == 100)
        // No participant has the symptom: the number of units is that of the participants.
        #expect(sums((0..<10).map { _ in (units: 10, present: 0) }).effectiveUnits(confidence: 0.95) == 10)
        #expect(sums([(units: 10, present: 4)]).effectiveUnits(confidence: 0.95) == 1)
    }

    /// The coverage of the interval if people differ: each person has a probability of 0.05 or 0.55.
    @Test func `the interval contains the true value about as often as stated, and the simple one does not`() {
        var random = SeededGenerator(seed: 8)
        let (runs, confidence) = (400, 0.95)
        var (held, heldPlainly) = (0, 0)
        for _ in 0..<runs {
            let proportion = sums(
                (0..<40).map { _ in
                    let share = Bool.random(using: &random) ? 0.05 : 0.55
                    let units = Int.random(in: 4...12, using: &random)
                    return (units, (0..<units).count { _ in Double.random(in: 0..<1, using: &random) < share })
                })
            let plain = ClusteredProportion.wilson(
                share: proportion.proportion, units: proportion.units, confidence: confidence)
            if proportion.interval(confidence: confidence).contains(0.3) { held += 1 }
            if plain.contains(0.3) { heldPlainly += 1 }
        }
        #expect(Double(held) / Double(runs) > 0.92)
        #expect(Double(held) / Double(runs) < 0.985)
        #expect(Double(heldPlainly) / Double(runs) < 0.85)
    }

    private func sums(_ people: [(units: Int, present: Int)]) -> ClusteredProportion {
        people.reduce(into: ClusteredProportion()) { sums, person in
            let (n, x) = (Double(person.units), Double(person.present))
            sums.clusters += 1
            sums.units += n
            sums.present += x
            sums.presentSquared += x * x
            sums.product += x * n
            sums.unitsSquared += n * n
        }
    }
}
