// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The faintest level of a tone that one ear heard, and how it was tested.
public final class HKAudiogramSensitivityTest: NSObject, NSCopying, NSSecureCoding, HKValueObject, Sendable {
    /// The level, in decibels of hearing level.
    public let sensitivity: HKQuantity
    /// How the tone reached the ear.
    public let type: HKAudiogramConductionType
    /// Whether the other ear was kept from hearing it.
    public let masked: Bool
    /// Which ear was tested.
    public let side: HKAudiogramSensitivityTestSide
    /// The range that the test could measure in; nil where it is not known.
    public let clampingRange: HKAudiogramSensitivityPointClampingRange?

    /// Creates a test.
    /// - Parameters:
    ///   - sensitivity: the level, in decibels of hearing level.
    ///   - type: how the tone reached the ear.
    ///   - masked: whether the other ear was kept from hearing it.
    ///   - side: which ear was tested.
    ///   - clampingRange: the range that the test could measure in.
    /// - Throws: ``HKObjectValidationError`` where the level has another unit or is not a number.
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
        super.init()
    }

    var parts: [AnyHashable?] { [sensitivity, type, masked, side, clampingRange] }

    /// Whether the other had the same result in the same way.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the result and the way it was found.
    public override var hash: Int { hashOfParts }

    /// The test itself, which cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// True: archives can be read with secure coding required.
    public static var supportsSecureCoding: Bool { true }

    /// Writes the test to an archive.
    public func encode(with coder: NSCoder) {
        var archive = HKArchive()
        archive.set(sensitivity, "sensitivity")
        archive.set(raw: type, "type")
        archive.set(masked, "masked")
        archive.set(raw: side, "side")
        archive.set(object: clampingRange, "range")
        coder.encode(archive, forKey: "HKAudiogramSensitivityTest")
    }

    /// Reads a test from an archive, or gives nil where the archive does not hold one.
    public init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKAudiogramSensitivityTest"),
            let sensitivity = archive.quantity("sensitivity"), sensitivity.is(compatibleWith: .decibelHearingLevel()),
            let type = archive.raw("type", as: HKAudiogramConductionType.self), let masked = archive.bool("masked"),
            let side = archive.raw("side", as: HKAudiogramSensitivityTestSide.self)
        else { return nil }
        self.sensitivity = sensitivity
        self.type = type
        self.masked = masked
        self.side = side
        clampingRange = archive.object("range", as: HKAudiogramSensitivityPointClampingRange.self)
        super.init()
    }
}
