// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The measurement range of a hearing test; levels outside the range are recorded as its bounds.
public final class HKAudiogramSensitivityPointClampingRange: NSObject, NSCopying, NSSecureCoding, HKArchivedObject,
    HKValueObject,
    Sendable
{
    /// The lowest level, in decibels of hearing level; `nil` if there is none.
    public let lowerBound: HKQuantity?
    /// The highest level, in decibels of hearing level; `nil` if there is none.
    public let upperBound: HKQuantity?

    /// Creates a range.
    /// - Parameters:
    ///   - lowerBound: The lowest level, in decibels of hearing level.
    ///   - upperBound: The highest level, in decibels of hearing level.
    /// - Throws: ``HKObjectValidationError`` if there is no bound, if a bound is not finite, or if the lower bound is not less
    ///   than
    ///   the upper bound.
    public init(lowerBound: Double?, upperBound: Double?) throws {
        let subject = "HKAudiogramSensitivityPointClampingRange"
        for bound in [lowerBound, upperBound].compactMap(\.self) {
            try HKObjectValidation.checkFinite(bound, subject: subject)
        }
        guard lowerBound != nil || upperBound != nil, lowerBound ?? -.infinity < upperBound ?? .infinity else {
            throw HKObjectValidationError(
                .valueOutOfRange, subject,
                "the range has no bound, or its lower bound is not less than its upper bound",
                remedy: "give one bound, or two in order")
        }
        self.lowerBound = lowerBound.map { HKQuantity(unit: .decibelHearingLevel(), doubleValue: $0) }
        self.upperBound = upperBound.map { HKQuantity(unit: .decibelHearingLevel(), doubleValue: $0) }
    }

    var parts: [AnyHashable?] { [lowerBound, upperBound] }

    /// Returns a Boolean value that indicates whether the other range has the same bounds.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the bounds.
    public override var hash: Int { hashOfParts }

    var archive: HKArchive { ["lower": lowerBound, "upper": upperBound] }

    /// Creates a range from an archive, or returns `nil` if the archive contains none.
    public init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: Self.archiveKey) else { return nil }
        lowerBound = archive.quantity("lower")
        upperBound = archive.quantity("upper")
        guard lowerBound != nil || upperBound != nil else { return nil }
    }
}
