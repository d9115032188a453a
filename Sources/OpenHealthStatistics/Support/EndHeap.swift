// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The elements at a moment, ordered by their end.
struct EndHeap<Element> {
    /// An element with its end.
    struct Entry: HeapOrdered {
        /// The end of the element, which must not change while it is in a heap.
        let end: Double
        /// The element.
        var element: Element

        func precedes(_ other: Self) -> Bool { end < other.end }
    }

    private var heap = OrderedHeap<Entry>()

    /// The end of the first element; infinity if there is none.
    private(set) var firstEnd = Double.infinity

    /// The number of elements.
    var count: Int { heap.count }

    /// Whether the heap is empty.
    var isEmpty: Bool { heap.isEmpty }

    /// Adds an element.
    @inline(__always)
    mutating func push(_ element: Element, end: Double) {
        heap.push(Entry(end: end, element: element))
        if end < firstEnd { firstEnd = end }
    }

    /// Removes and returns the element with the earliest end, or any of several with the same end.
    ///
    /// - Precondition: The heap is not empty.
    @discardableResult
    @inline(__always)
    mutating func pop() -> Element {
        let entry = heap.pop()
        firstEnd = heap.first?.end ?? .infinity
        return entry.element
    }

    /// Calls a closure for each element, which it can change, in unspecified order.
    mutating func forEach(_ body: (_ element: inout Element, _ end: Double) throws -> Void) rethrows {
        try heap.withElements { entries in
            for index in entries.indices { try body(&entries[index].element, entries[index].end) }
        }
    }

    /// Calls a closure with all entries in unspecified order.
    mutating func withElements<Result>(_ body: (UnsafeMutableBufferPointer<Entry>) throws -> Result) rethrows -> Result
    {
        try heap.withElements(body)
    }
}

extension EndHeap: Sendable where Element: Sendable {}

extension EndHeap.Entry: Sendable where Element: Sendable {}
