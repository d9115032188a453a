// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The lowest level of a tone that an ear heard, and the test method.
public final class HKAudiogramSensitivityTest: NSObject, NSCopying, NSSecureCoding, HKArchivedObject, HKValueObject,
    Sendable
{
    /// The level, in decibels of hearing level.
    public let sensitivity: HKQuantity
    /// The conduction type of the tone.
    public let type: HKAudiogramConductionType
    /// Whether the other ear was masked.
    public let masked: Bool
    /// The tested ear.
    public let side: HKAudiogramSensitivityTestSide
    /// The measurement range of the test; `nil` if unknown.
    public let clampingRange: HKAudiogramSensitivityPointClampingRange?

    /// Creates a test.
    /// - Parameters:
    ///   - sensitivity: The level, in decibels of hearing level.
    ///   - type: The conduction type of the tone.
    ///   - masked: Whether the other ear was masked.
    ///   - side: The tested ear.
    ///   - clampingRange: The measurement range of the test.
    /// - Throws: ``HKObjectValidationError`` if the level has an incompatible unit or is not finite.
    public init(
        sensitivity: HKQuantity, type: HKAudiogramConductionType, masked: Bool,
        side: HKAudiogramSensitivityTestSide, clampingRange: HKAudiogramSensitivityPointClampingRange?
    ) throws {
        try HKObjectValidation.checkQuantity(
            sensitivity, in: .decibelHearingLevel(), subject: "HKAudiogramSensitivityTest")
        self.sensitivity = sensitivity
        self.type = type
        self.masked = masked
        self.side = side
        self.clampingRange = clampingRange
    }

    var parts: [AnyHashable?] { [sensitivity, type, masked, side, clampingRange] }

    /// Returns a Boolean value that indicates whether the other test has the same result and method.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the result and the method.
    public override var hash: Int { hashOfParts }

    var archive: HKArchive {
        [
            "sensitivity": sensitivity, "type": type.rawValue, "masked": masked, "side": side.rawValue,
            "range": clampingRange,
        ]
    }

    /// Creates a test from an archive, or returns `nil` if the archive contains none.
    public init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: Self.archiveKey),
            let sensitivity = archive.quantity("sensitivity"), sensitivity.is(compatibleWith: .decibelHearingLevel()),
            let type = archive.raw("type", as: HKAudiogramConductionType.self), let masked = archive.bool("masked"),
            let side = archive.raw("side", as: HKAudiogramSensitivityTestSide.self)
        else { return nil }
        self.sensitivity = sensitivity
        self.type = type
        self.masked = masked
        self.side = side
        clampingRange = archive.object("range", as: HKAudiogramSensitivityPointClampingRange.self)
    }
}
