// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is not final, for source compatibility; all it stores is immutable and Sendable itself.
/// How the person felt: a momentary emotion or the mood of a day.
///
/// A valence outside -1...1 or metadata of a wrong class stops the process;
/// ``validated(date:kind:valence:labels:associations:metadata:)`` throws instead.
public class HKStateOfMind: HKSample, NSCopying, @unchecked Sendable {
    /// Whether it is an emotion or a mood.
    public let kind: HKStateOfMind.Kind
    /// How pleasant it was, from -1 for very unpleasant to 1 for very pleasant.
    public let valence: Double
    /// Words for it.
    public let labels: [HKStateOfMind.Label]
    /// The associations.
    public let associations: [HKStateOfMind.Association]

    /// How pleasant it was, in words.
    public var valenceClassification: HKStateOfMind.ValenceClassification {
        ValenceClassification(valence: valence) ?? (valence < 0 ? .veryUnpleasant : .veryPleasant)
    }

    /// Creates a state of mind from stored parts.
    package init(
        kind: HKStateOfMind.Kind, valence: Double, labels: [HKStateOfMind.Label],
        associations: [HKStateOfMind.Association], startDate: Date, endDate: Date, fields: HKObjectFields
    ) {
        self.kind = kind
        self.valence = valence
        self.labels = labels
        self.associations = associations
        super.init(sampleType: .stateOfMindType(), startDate: startDate, endDate: endDate, fields: fields)
    }

    /// Creates a state of mind.
    /// - Parameters:
    ///   - date: when the person felt so.
    ///   - kind: whether it is an emotion or a mood.
    ///   - valence: how pleasant it was, from -1 to 1.
    ///   - labels: words for it.
    ///   - associations: what it has to do with.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(
        date: Date, kind: HKStateOfMind.Kind, valence: Double, labels: [HKStateOfMind.Label],
        associations: [HKStateOfMind.Association], metadata: [String: Any]? = [:]
    ) {
        let fields = orStop { () throws(HKObjectValidationError) in
            try HKStateOfMind.checkedFields(date: date, valence: valence, metadata: metadata)
        }
        self.init(
            kind: kind, valence: valence, labels: labels, associations: associations, startDate: date, endDate: date,
            fields: fields)
    }

    /// Creates a state of mind from untrusted input, and throws where the initialiser would stop the process.
    /// - Parameters:
    ///   - date: when the person felt so.
    ///   - kind: whether it is an emotion or a mood.
    ///   - valence: how pleasant it was, from -1 to 1.
    ///   - labels: words for it.
    ///   - associations: what it has to do with.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    /// - Throws: ``HKObjectValidationError``, which says what is wrong and what to do.
    public static func validated(
        date: Date, kind: HKStateOfMind.Kind, valence: Double, labels: [HKStateOfMind.Label] = [],
        associations: [HKStateOfMind.Association] = [], metadata: [String: Any]? = nil
    ) throws(HKObjectValidationError) -> HKStateOfMind {
        let fields = try checkedFields(date: date, valence: valence, metadata: metadata)
        return HKStateOfMind(
            kind: kind, valence: valence, labels: labels, associations: associations, startDate: date, endDate: date,
            fields: fields)
    }

    private static func checkedFields(
        date: Date, valence: Double, metadata: [String: Any]?
    ) throws(HKObjectValidationError) -> HKObjectFields {
        let type = HKObjectType.stateOfMindType()
        try HKObjectValidation.checkFinite(valence, subject: type.identifier)
        guard (-1...1).contains(valence) else {
            throw HKObjectValidationError(
                .valueOutOfRange, type.identifier, "the valence is outside -1...1", remedy: "give one in that range")
        }
        return try HKObjectValidation.fields(of: type, start: date, end: date, device: nil, metadata: metadata)
    }

    /// The state of mind itself, which cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Writes the state of mind to an archive.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        var archive = HKArchive()
        archive.set(raw: kind, "kind")
        archive.set(valence, "valence")
        archive.set(labels.map(\.rawValue), "labels")
        archive.set(associations.map(\.rawValue), "associations")
        coder.encode(archive, forKey: "HKStateOfMind")
    }

    /// Reads a state of mind from an archive, or gives nil where the archive does not hold one.
    public required init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKStateOfMind"),
            let kind = archive.raw("kind", as: HKStateOfMind.Kind.self), let valence = archive.double("valence"),
            let labels = archive.integers("labels"), let associations = archive.integers("associations")
        else { return nil }
        self.kind = kind
        self.valence = valence
        self.labels = labels.compactMap(HKStateOfMind.Label.init(rawValue:))
        self.associations = associations.compactMap(HKStateOfMind.Association.init(rawValue:))
        super.init(coder: coder)
    }
}

extension HKStateOfMind.ValenceClassification {
    /// The words for a valence: seven ranges of the same width, from -1 to 1.
    /// - Parameter valence: how pleasant it was; nil is the answer to one outside -1...1.
    public init?(valence: Double) {
        guard (-1...1).contains(valence) else { return nil }
        self.init(rawValue: min(7, 1 + Int((valence + 1) * 3.5)))
    }
}
