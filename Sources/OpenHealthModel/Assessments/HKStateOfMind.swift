// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is not final, for source compatibility; all stored properties are immutable and Sendable.
/// The state of mind of the person: a momentary emotion or the mood of a day.
///
/// The initializer traps if the valence is outside -1...1, or if the metadata is invalid;
/// ``validated(date:kind:valence:labels:associations:metadata:)`` throws an error instead.
public class HKStateOfMind: HKSample, NSCopying, @unchecked Sendable {
    /// The kind: an emotion or a mood.
    public let kind: HKStateOfMind.Kind
    /// The pleasantness, from -1 for very unpleasant to 1 for very pleasant.
    public let valence: Double
    /// The words that describe it.
    public let labels: [HKStateOfMind.Label]
    /// The associated aspects of life.
    public let associations: [HKStateOfMind.Association]

    /// The classification of the valence.
    public var valenceClassification: HKStateOfMind.ValenceClassification {
        ValenceClassification(valence: valence) ?? (valence < 0 ? .veryUnpleasant : .veryPleasant)
    }

    /// Creates a state of mind from stored fields.
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
    ///   - date: The date of the feeling.
    ///   - kind: The kind: an emotion or a mood.
    ///   - valence: The pleasantness, from -1 to 1.
    ///   - labels: The words that describe it.
    ///   - associations: The associated aspects of life.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
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

    /// Creates a state of mind from untrusted input, throwing an error where the initializer traps.
    /// - Parameters:
    ///   - date: The date of the feeling.
    ///   - kind: The kind: an emotion or a mood.
    ///   - valence: The pleasantness, from -1 to 1.
    ///   - labels: The words that describe it.
    ///   - associations: The associated aspects of life.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    /// - Throws: ``HKObjectValidationError`` if an argument is invalid.
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

    /// Returns the state of mind itself, because it is immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Encodes the state of mind.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encodeArchive(
            [
                "kind": kind.rawValue, "valence": valence, "labels": labels.map(\.rawValue),
                "associations": associations.map(\.rawValue),
            ], forKey: "HKStateOfMind")
    }

    /// Creates a state of mind from an archive, or returns `nil` if the archive contains none.
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
    /// Creates the classification of a valence: seven ranges of the same width, from -1 to 1.
    /// - Parameter valence: The pleasantness; the initializer returns `nil` if it is outside -1...1.
    public init?(valence: Double) {
        guard (-1...1).contains(valence) else { return nil }
        self.init(rawValue: min(7, 1 + Int((valence + 1) * 3.5)))
    }
}
