// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthTestBasics

/// Heart rate as a watch measures it: from time to time all day, every few seconds in a workout of 70 minutes.
struct MadeHeartRate: MadeSeries {
    let count: Int

    var type: HKQuantityTypeIdentifier { .heartRate }
    var kind: String { "heart" }

    /// A watch with five versions of its system, and a strap that records some workouts.
    var provenances: [ProvenanceData] {
        (5...9).map { version in
            ProvenanceData(
                sourceName: "Watch", sourceVersion: "\(version).1", productType: "Watch6,7",
                operatingSystemVersion: "\(version).1.0", unit: "count/min")
        } + [ProvenanceData(sourceName: "Strap", sourceVersion: "2.4", unit: "count/min")]
    }

    /// The three contexts of motion.
    var metadata: [[MetadataPair]] {
        (0...2).map { [MetadataPair(key: HKMetadataKeyHeartRateMotionContext, value: "\($0)")] }
    }

    func samples(day: Int, number: Int) -> [MadeSample] {
        var random = SeededGenerator(seed: 1, stream: 1, index: UInt64(day))
        let midnight = Decade.midnight(day)
        let inWorkout = number * 3 / 5
        let aside = number - inWorkout
        let watch = day * 5 / Decade.days
        var samples: [MadeSample] = []
        samples.reserveCapacity(number)
        for index in 0..<aside {
            let time = (Double(index) + random.unit()) * 86_400 / Double(aside)
            samples.append(
                sample(at: midnight + Int(time), value: Double(50 + random.below(40)), watch, &random))
        }
        let begin = midnight + 25_200 + random.below(36_000)
        for index in 0..<inWorkout {
            let time = begin + Int((Double(index) + random.unit()) * 4200 / Double(inWorkout))
            var value = Double(95 + random.below(80))
            if random.below(8) == 0 { value += Double(random.below(1000)) / 1000 }
            samples.append(sample(at: time, value: value, day % 10 == 0 ? 5 : watch, &random))
        }
        return samples.sorted { $0.start < $1.start }
    }

    /// Returns an instant, or one time in fifty an interval of a few seconds. No sample crosses an hour, so none crosses midnight
    /// in any time zone: DuckDB's query counts a sample on the day of its start, ours on each day that it overlaps.
    private func sample(
        at time: Int, value: Double, _ provenance: Int, _ random: inout SeededGenerator
    ) -> MadeSample {
        var end = time
        if random.below(50) == 0 {
            let length = 1 + random.below(5)
            if time % 3600 + length < 3600 { end += length }
        }
        return MadeSample(
            start: time, end: end, value: value, provenance: provenance, metadata: random.below(3))
    }
}
