// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// An element that a heap can order.
protocol HeapOrdered {
    /// Returns whether this element leaves the heap before another.
    func precedes(_ other: Self) -> Bool
}

/// A binary heap, whose first element precedes all others. Operations take logarithmic time.
///
/// The order is a requirement of the element rather than a closure, so that the compiler can inline it.
struct OrderedHeap<Element: HeapOrdered> {
    private var elements: ContiguousArray<Element> = []

    /// The number of elements.
    var count: Int { elements.count }

    /// Whether the heap is empty.
    var isEmpty: Bool { elements.isEmpty }

    /// The element that precedes all others.
    var first: Element? { elements.first }

    /// Adds an element.
    @inline(__always)
    mutating func push(_ element: Element) {
        elements.append(element)
        // The heap usually has a single element.
        if elements.count == 1 { return }
        elements.withUnsafeMutableBufferPointer { Self.rise(in: $0, from: $0.count - 1) }
    }

    /// Removes and returns the first element.
    ///
    /// - Precondition: The heap is not empty.
    @discardableResult
    @inline(__always)
    mutating func pop() -> Element {
        let last = elements.removeLast()
        if elements.isEmpty { return last }
        let first = elements[0]
        elements[0] = last
        elements.withUnsafeMutableBufferPointer { Self.sink(in: $0, from: 0) }
        return first
    }

    /// Removes all elements that satisfy a condition, in linear time.
    mutating func removeAll(where isGone: (Element) -> Bool) {
        elements.removeAll(where: isGone)
        elements.withUnsafeMutableBufferPointer { buffer in
            for index in stride(from: buffer.count / 2 - 1, through: 0, by: -1) { Self.sink(in: buffer, from: index) }
        }
    }

    /// Calls a closure with all elements in unspecified order. The closure must not change the properties that determine the
    /// order.
    mutating func withElements<Result>(_ body: (UnsafeMutableBufferPointer<Element>) throws -> Result) rethrows
        -> Result
    {
        try elements.withUnsafeMutableBufferPointer { try body($0) }
    }

    private static func rise(in buffer: UnsafeMutableBufferPointer<Element>, from start: Int) {
        let element = buffer[start]
        var hole = start
        while hole > 0 {
            let parent = (hole - 1) / 2
            guard element.precedes(buffer[parent]) else { break }
            buffer[hole] = buffer[parent]
            hole = parent
        }
        if hole != start { buffer[hole] = element }
    }

    private static func sink(in buffer: UnsafeMutableBufferPointer<Element>, from start: Int) {
        let element = buffer[start]
        var hole = start
        while true {
            var child = 2 * hole + 1
            guard child < buffer.count else { break }
            if child + 1 < buffer.count, buffer[child + 1].precedes(buffer[child]) { child += 1 }
            guard buffer[child].precedes(element) else { break }
            buffer[hole] = buffer[child]
            hole = child
        }
        if hole != start { buffer[hole] = element }
    }
}

extension OrderedHeap: Sendable where Element: Sendable {}

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
