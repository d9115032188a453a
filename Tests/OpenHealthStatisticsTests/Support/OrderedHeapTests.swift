// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthTestBasics
import Testing

@testable import OpenHealthStatistics

@Suite struct OrderedHeapTests {
    @Test func elementsAreRemovedInOrderOfTheirEnds() {
        for seed in UInt64(0)..<200 {
            var random = SeededGenerator(seed: seed)
            var heap = EndHeap<Double>()
            var inside: [Double] = []
            for _ in 0..<200 {
                if inside.isEmpty || random.below(5) < 3 {
                    let end = Double(random.below(50))
                    heap.push(end, end: end)
                    inside.append(end)
                } else {
                    inside.sort(by: >)
                    #expect(heap.pop() == inside.removeLast(), "seed \(seed)")
                }
                #expect(heap.firstEnd == inside.min() ?? .infinity, "seed \(seed)")
                #expect(heap.count == inside.count, "seed \(seed)")
                #expect(heap.isEmpty == inside.isEmpty, "seed \(seed)")
            }
        }
    }

    @Test func elementsCanBeChangedInPlace() {
        var heap = EndHeap<Int>()
        for end in [5, 1, 4, 2, 3] { heap.push(0, end: Double(end)) }
        heap.forEach({ element, end in element = Int(end) * 10 })
        heap.withElements { entries in
            for index in entries.indices { entries[index].element += 1 }
        }
        var left: [Int] = []
        while !heap.isEmpty { left.append(heap.pop()) }
        #expect(left == [11, 21, 31, 41, 51])
    }

    @Test func removingElementsKeepsTheOrder() {
        for seed in UInt64(0)..<50 {
            var random = SeededGenerator(seed: seed)
            var heap = OrderedHeap<EndHeap<Int>.Entry>()
            let ends = (0..<random.below(40)).map { _ in random.below(30) }
            for end in ends { heap.push(.init(end: Double(end), element: end)) }
            heap.removeAll { $0.element % 3 == 0 }
            var left: [Int] = []
            while !heap.isEmpty { left.append(heap.pop().element) }
            #expect(left == ends.filter { $0 % 3 != 0 }.sorted(), "seed \(seed)")
        }
    }
}
