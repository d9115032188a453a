// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKitCombine
import OpenHealthTestSupport
import OpenCombineShim
import Testing

/// Tests that compare operators with simple models in random scripts.
@Suite struct OperatorPropertyTests {
    @Test(arguments: MergeForm.initializers + MergeForm.many) func aMergeEqualsItsModel(_ form: MergeForm) {
        for seed in 0..<400 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed, stream: 1, index: UInt64(form.count))
            let script = OperatorScript(
                upstreamCount: form.count, isObedient: seed.isMultiple(of: 2), using: &generator)
            let lines = OperatorPlay<Int>.outcome(of: script, on: form.make).lines
            guard lines != MergeModel.lines(of: script) else { continue }
            #expect(lines == MergeModel.lines(of: script), "seed \(seed): \(script)")
            return
        }
    }

    @Test(arguments: CombineLatestForm.all) func aCombinationEqualsItsModel(_ form: CombineLatestForm) {
        for seed in 0..<800 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed, stream: 2, index: UInt64(form.count))
            let script = OperatorScript(
                upstreamCount: form.count, isObedient: seed.isMultiple(of: 2), using: &generator)
            let lines = OperatorPlay<[Int]>.outcome(of: script, on: form.make).lines
            guard lines != CombineLatestModel.lines(of: script) else { continue }
            #expect(lines == CombineLatestModel.lines(of: script), "seed \(seed): \(script)")
            return
        }
    }

    /// Demand is not exceeded. A combination can drop values, so values are not checked.
    @Test(arguments: CombineLatestForm.all) func aCombinationNeverExceedsItsDemand(_ form: CombineLatestForm) {
        for seed in 0..<400 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed, stream: 4, index: UInt64(form.count))
            let script = OperatorScript(upstreamCount: form.count, isObedient: false, using: &generator)
            #expect(!OperatorPlay<[Int]>.outcome(of: script, on: form.make).exceededDemand, "seed \(seed): \(script)")
        }
    }

    /// Verifies the conditions that hold regardless of the model.
    @Test(arguments: MergeForm.initializers) func aMergeLosesNoValueAndNeverExceedsItsDemand(_ form: MergeForm) {
        var finishedCount = 0
        for seed in 0..<400 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed, stream: 3, index: UInt64(form.count))
            var script = OperatorScript(upstreamCount: form.count, isObedient: true, using: &generator)
            // Every upstream ends, and all values are requested.
            script.steps.removeAll { if case .cancel = $0 { true } else { false } }
            script.reactions = script.reactions.map { OperatorScript.Reaction(answer: $0.answer) }
            script.steps += (0..<form.count).map { .end($0, failing: false) } + [.request(.unlimited)]
            let outcome = OperatorPlay<Int>.outcome(of: script, on: form.make)
            let lines = outcome.lines
            #expect(!outcome.exceededDemand, "seed \(seed): \(script)")
            let values = lines.compactMap { $0.hasPrefix("value ") ? Int($0.dropFirst(6)) : nil }
            for index in 0..<form.count {
                let own = values.filter { $0 / 1000 == index }
                #expect(own == Array(0..<own.count).map { index * 1000 + $0 }, "seed \(seed): \(script)")
                if lines.last == "finished" {
                    #expect(own.count == outcome.sentCounts[index], "seed \(seed): \(script)")
                }
            }
            #expect(lines.filter { $0 == "finished" || $0.hasPrefix("failed") }.count == 1, "seed \(seed): \(script)")
            finishedCount += lines.last == "finished" ? 1 : 0
        }
        // A sufficient number of scripts runs to completion.
        #expect(finishedCount > 100)
    }
}
