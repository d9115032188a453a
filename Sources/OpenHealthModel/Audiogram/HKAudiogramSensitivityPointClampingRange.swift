// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The range that a hearing test could measure in: what lay beyond was recorded as its bound.
public final class HKAudiogramSensitivityPointClampingRange: NSObject, NSCopying, NSSecureCoding, HKValueObject,
    Sendable
{
    /// The least level, in decibels of hearing level; nil where there was none.
    public let lowerBound: HKQuantity?
    /// The greatest level, in decibels of hearing level; nil where there was none.
    public let upperBound: HKQuantity?

    /// Creates a range.
    /// - Parameters:
    ///   - lowerBound: the least level, in decibels of hearing level.
    ///   - upperBound: the greatest level, in decibels of hearing level.
    /// - Throws: ``HKObjectValidationError`` where there is no bound, where one is not a number, or where the lower does not
    ///   lie below the upper.
    public init(lowerBound: Double?, upperBound: Double?) throws {
        let subject = "HKAudiogramSensitivityPointClampingRange"
        for bound in [lowerBound, upperBound].compactMap(\.self) {
            try HKObjectValidation.checkFinite(bound, subject: subject)
        }
        guard lowerBound != nil || upperBound != nil, lowerBound ?? -.infinity < upperBound ?? .infinity else {
            throw HKObjectValidationError(
                .valueOutOfRange, subject, "the range has no bound, or its lower does not lie below its upper one",
                remedy: "give one bound, or two in order")
        }
        self.lowerBound = lowerBound.map { HKQuantity(unit: .decibelHearingLevel(), doubleValue: $0) }
        self.upperBound = upperBound.map { HKQuantity(unit: .decibelHearingLevel(), doubleValue: $0) }
        super.init()
    }

    var parts: [AnyHashable?] { [lowerBound, upperBound] }

    /// Whether the other has the same bounds.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the bounds.
    public override var hash: Int { hashOfParts }

    /// The range itself, which cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// True: archives can be read with secure coding required.
    public static var supportsSecureCoding: Bool { true }

    /// Writes the range to an archive.
    public func encode(with coder: NSCoder) {
        var archive = HKArchive()
        archive.set(lowerBound, "lower")
        archive.set(upperBound, "upper")
        coder.encode(archive, forKey: "HKAudiogramSensitivityPointClampingRange")
    }

    /// Reads a range from an archive, or gives nil where the archive does not hold one.
    public init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKAudiogramSensitivityPointClampingRange") else { return nil }
        lowerBound = archive.quantity("lower")
        upperBound = archive.quantity("upper")
        guard lowerBound != nil || upperBound != nil else { return nil }
        super.init()
    }
}
