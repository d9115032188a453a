// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A set of Unicode scalars in a pattern, such as `[a-z\d]`.
struct TextPatternSet: Sendable {
    /// The ranges of scalars; ascending and disjoint after ``sorted()``.
    private(set) var ranges: [ClosedRange<UInt32>] = []
    private var properties: Set<TextPatternProperty> = []
    /// Properties whose absence makes a scalar a member.
    private var absences: Set<TextPatternProperty> = []
    /// Nested sets that cannot be merged, such as complements.
    private var sets: [TextPatternSet] = []
    var isComplement = false
    var ignoresCase = false

    /// All scalars except line terminators.
    static let anyInLine: TextPatternSet = {
        var set = TextPatternSet(.lineTerminator)
        set.isComplement = true
        return set
    }()
    /// All scalars.
    static let anything: TextPatternSet = {
        var set = TextPatternSet()
        set.isComplement = true
        return set
    }()

    init() {}

    init(_ property: TextPatternProperty, isAbsent: Bool = false) {
        insert(property, isAbsent: isAbsent)
    }

    /// The number of parts that are evaluated for each scalar.
    var cost: Int { 1 + properties.count + absences.count + sets.reduce(0) { $0 + $1.cost } }

    /// Whether the set has no ranges, properties or nested sets.
    var isEmpty: Bool { ranges.isEmpty && properties.isEmpty && absences.isEmpty && sets.isEmpty }

    mutating func insert(_ range: ClosedRange<Unicode.Scalar>) {
        ranges.append(range.lowerBound.value...range.upperBound.value)
    }

    mutating func insert(_ property: TextPatternProperty, isAbsent: Bool = false) {
        if isAbsent { absences.insert(property) } else { properties.insert(property) }
    }

    mutating func insert(_ set: TextPatternSet) {
        if set.isComplement || set.ignoresCase != ignoresCase {
            sets.append(set)
        } else {
            ranges += set.ranges
            properties.formUnion(set.properties)
            absences.formUnion(set.absences)
            sets += set.sets
        }
    }

    /// Returns the set with its ranges sorted and merged.
    func sorted() -> TextPatternSet {
        var result = self
        result.ranges = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = result.ranges.last, range.lowerBound <= last.upperBound {
                result.ranges[result.ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                result.ranges.append(range)
            }
        }
        return result
    }

    /// Returns whether a scalar is a member of the set.
    func contains(_ scalar: Unicode.Scalar) -> Bool {
        let isMember =
            ignoresCase ? TextPatternCase.variants(scalar).contains(where: holds) : holds(scalar)
        return isMember != isComplement
    }

    private func holds(_ scalar: Unicode.Scalar) -> Bool {
        isInRange(scalar.value) || properties.contains { $0.holds(scalar) } || absences.contains { !$0.holds(scalar) }
            || sets.contains { $0.contains(scalar) }
    }

    private func isInRange(_ value: UInt32) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].lowerBound <= value
    }
}
