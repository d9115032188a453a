// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel

/// A type of the input, with the counts of its records.
struct InputType {
    var identifier: String
    var number: Int64
    /// The kind of a type whose samples are more than plain records; nil for other types.
    var otherKind: HealthTypeDescription.Kind?
    /// The latest start date of the type from before the import; minus infinity if there was none.
    var latestBefore: Double
    /// The unit of stored values; nil for types without one.
    var canonical: HKUnit?
    fileprivate(set) var read = 0
    fileprivate(set) var added = 0
    /// The number of stored samples that were replaced by later versions.
    fileprivate(set) var replaced = 0
    /// The number of stored samples that are better informed now.
    fileprivate(set) var updated = 0
    /// Whether the values of the samples add up.
    var isCumulative: Bool
    /// Whether the samples are foods and drinks, or the nutrients of one.
    var isFood: Bool
    /// The kind of the episodes that the samples are; nil for other types.
    var episode: EpisodeKind?
    /// Whether samples of other parties that start in another second are compared.
    var nearKind: NearStarts.Kind
    /// The time of which a device has one reading; nil for types with several.
    var readingTime: ReadingTime?

    /// Checks that samples of the type can be plain records. A workout that is stored as a plain record would have no details and
    /// could not be read.
    /// - Throws: A ``StoreError``: `invalidArgument` if the type is for another kind of sample.
    func checkPlain() throws {
        guard let otherKind else { return }
        throw StoreError(
            .invalidArgument,
            message: "the input has a plain record of the type \(identifier), which is for \(otherKind.plural)",
            remedy: "leave the record out; nothing was stored")
    }

    /// Checks that an item has a type of its kind or an unknown type.
    /// - Throws: A ``StoreError``: `invalidArgument` if the type is for another kind of sample.
    static func check(_ identifier: String, is kind: HealthTypeDescription.Kind) throws {
        guard let other = HealthTypes.otherKind(identifier, than: [kind]) else { return }
        throw StoreError(
            .invalidArgument,
            message: "the type \(identifier) is for \(other.plural), and the input has it for \(kind.plural)",
            remedy: "leave the sample out; nothing was stored")
    }
}

/// The types of the input, and the counts of their records.
final class InputTypes {
    private let db: Database
    private let facts: SharedRows
    /// The types in the order of their first use.
    private(set) var all: [InputType] = []
    /// The indices of the types by identifier.
    private var indices: [String: Int] = [:]
    /// The indices of the types by the reader's numbers.
    private var ofInput: [Int] = []

    init(_ db: Database, _ facts: SharedRows) { (self.db, self.facts) = (db, facts) }

    subscript(index: Int) -> InputType {
        @inline(__always) get { all[index] }
    }

    /// Adds the next type of the reader.
    func addNext(_ identifier: String) throws { ofInput.append(try index(identifier)) }

    /// Returns the index of a type, adding it if necessary.
    func index(_ identifier: String) throws -> Int {
        if let known = indices[identifier] { return known }
        let number = try facts.type(identifier)
        let latest = try Double.fetchOne(
            db.cachedStatement(sql: "SELECT max(start) FROM sample WHERE type = ?"), arguments: [number])
        let quantity = HKObjectType.named(identifier) as? HKQuantityType
        all.append(
            InputType(
                identifier: identifier, number: number,
                otherKind: HealthTypes.otherKind(identifier, than: HealthTypes.plainKinds),
                latestBefore: latest ?? -.infinity, canonical: quantity?.canonicalUnit,
                isCumulative: quantity?.aggregationStyle == .cumulative,
                isFood: HealthTypes.isFood(identifier)
                    || identifier == HKCorrelationTypeIdentifier.food.rawValue,
                episode: EpisodeKind(identifier),
                nearKind: NearStarts.Kind(identifier), readingTime: ReadingTime(identifier)))
        indices[identifier] = all.count - 1
        return all.count - 1
    }

    /// Returns the index of a type by the reader's number.
    func index(ofInput type: Int32) -> Int { ofInput[Int(type)] }

    /// Returns the index of a type by its number in the store, or nil if the input does not have it.
    func index(ofNumber number: Int64) -> Int? { all.firstIndex { $0.number == number } }

    /// Returns the index of the type of a row.
    func index(of row: SampleRow) -> Int { index(ofInput: row.type) }

    /// Counts records of a type.
    func count(_ index: Int, read: Int = 0, added: Int = 0, replaced: Int = 0, updated: Int = 0) {
        all[index].read += read
        all[index].added += added
        all[index].replaced += replaced
        all[index].updated += updated
    }
}
