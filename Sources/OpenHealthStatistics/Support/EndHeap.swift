// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The elements at a moment, ordered by their end.
struct EndHeap<Element> {
    /// An element and when it ends.
    struct Entry: HeapOrdered {
        /// When the element ends; not to be changed while it is in a heap.
        let end: Double
        /// The element.
        var element: Element

        func precedes(_ other: Self) -> Bool { end < other.end }
    }

    private var heap = OrderedHeap<Entry>()

    /// When the first element ends; infinity if there is none.
    private(set) var firstEnd = Double.infinity

    /// The number of elements.
    var count: Int { heap.count }

    /// Whether there is none.
    var isEmpty: Bool { heap.isEmpty }

    /// Adds an element.
    @inline(__always)
    mutating func push(_ element: Element, end: Double) {
        heap.push(Entry(end: end, element: element))
        if end < firstEnd { firstEnd = end }
    }

    /// Takes away the element that ends first; there must be one. Of several that end together it is any.
    @discardableResult
    @inline(__always)
    mutating func pop() -> Element {
        let entry = heap.pop()
        firstEnd = heap.first?.end ?? .infinity
        return entry.element
    }

    /// Calls a body for each element, which it may change, in no order that means anything.
    mutating func forEach(_ body: (_ element: inout Element, _ end: Double) throws -> Void) rethrows {
        try heap.withElements { entries in
            for index in entries.indices { try body(&entries[index].element, entries[index].end) }
        }
    }

    /// Gives access to all entries, in no order that means anything.
    mutating func withElements<Result>(_ body: (UnsafeMutableBufferPointer<Entry>) throws -> Result) rethrows -> Result
    {
        try heap.withElements(body)
    }
}

extension EndHeap: Sendable where Element: Sendable {}

extension EndHeap.Entry: Sendable where Element: Sendable {}
