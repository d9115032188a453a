// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthTestBasics

/// Steps that a watch, a phone and an app count in parallel from morning to midnight, in intervals of one to ten minutes.
struct MadeSteps: MadeSeries {
    let count: Int

    var type: HKQuantityTypeIdentifier { .stepCount }
    var kind: String { "steps" }

    var provenances: [ProvenanceData] {
        [
            ProvenanceData(
                sourceName: "Watch", sourceVersion: "9.1", productType: "Watch6,7", operatingSystemVersion: "9.1.0",
                unit: "count"),
            ProvenanceData(
                sourceName: "Phone", sourceVersion: "16.1", productType: "iPhone14,2",
                operatingSystemVersion: "16.1.0", unit: "count"),
            ProvenanceData(sourceName: "Pedometer", bundleIdentifier: "org.example.pedometer", unit: "count"),
        ]
    }

    var metadata: [[MetadataPair]] { [] }

    func samples(day: Int, number: Int) -> [MadeSample] {
        var random = SeededGenerator(seed: 1, stream: 2, index: UInt64(day))
        // The day begins in the early hours of UTC, so that intervals cross midnight of the person's zone.
        let begin = Double(Decade.midnight(day) + 14_400)
        var samples: [MadeSample] = []
        samples.reserveCapacity(number)
        for source in 0..<3 {
            let own = number * (source + 1) / 3 - number * source / 3
            let widths = (0..<own).map { _ in random.number(0.2, 1.7) }
            let scale = 68_400 / widths.reduce(0, +)
            var edge = begin
            // Each sample has its own part of the day, so that the samples of one source do not overlap.
            for width in widths {
                let piece = width * scale
                let length = piece * random.number(0.7, 1)
                let start = Int(edge + (piece - length) * random.unit())
                let end = max(start + 1, Int(edge + length))
                samples.append(
                    MadeSample(
                        start: start, end: end, value: Double(1 + random.below(end - start)), provenance: source))
                edge += piece
            }
        }
        return samples.sorted { $0.start < $1.start }
    }
}
