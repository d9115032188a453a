// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How well one tone was heard.
public final class HKAudiogramSensitivityPoint: NSObject, NSSecureCoding, HKValueObject, Sendable {
    /// The tone, in a unit of frequency.
    public let frequency: HKQuantity
    /// The tests of that tone: at most one for each ear, conduction and masking.
    public let tests: [HKAudiogramSensitivityTest]

    /// Creates a point from plain tests, through the air and without masking.
    /// - Parameters:
    ///   - frequency: the tone, in a unit of frequency, above zero.
    ///   - leftEarSensitivity: the faintest level that the left ear heard, in decibels of hearing level.
    ///   - rightEarSensitivity: the faintest level that the right ear heard, in decibels of hearing level.
    /// - Throws: ``HKObjectValidationError`` where both ears are missing or a quantity has another unit.
    public convenience init(
        frequency: HKQuantity, leftEarSensitivity: HKQuantity?, rightEarSensitivity: HKQuantity?
    ) throws {
        let ears: [(HKQuantity?, HKAudiogramSensitivityTestSide)] = [
            (leftEarSensitivity, .left), (rightEarSensitivity, .right),
        ]
        try self.init(
            frequency: frequency,
            tests: ears.compactMap { sensitivity, side in
                try sensitivity.map {
                    try HKAudiogramSensitivityTest(
                        sensitivity: $0, type: .air, masked: false, side: side, clampingRange: nil)
                }
            })
    }

    /// Creates a point from tests.
    /// - Parameters:
    ///   - frequency: the tone, in a unit of frequency, above zero.
    ///   - tests: the tests, at least one, and at most one for each ear, conduction and masking.
    /// - Throws: ``HKObjectValidationError`` where there is no test, where two are of a kind, or where the frequency is none.
    public init(frequency: HKQuantity, tests: [HKAudiogramSensitivityTest]) throws {
        let subject = "HKAudiogramSensitivityPoint"
        try HKObjectValidation.checkQuantity(frequency, in: .hertz(), subject: subject)
        guard try frequency.value(in: .hertz()) > 0 else {
            throw HKObjectValidationError(
                .valueOutOfRange, subject, "the frequency does not lie above zero", remedy: "give the tone's frequency")
        }
        try Self.checkKinds(tests)
        self.frequency = frequency
        self.tests = tests
        super.init()
    }

    /// Checks that there is at least one test, and at most one for each combination of ear, conduction and masking.
    static func checkKinds(_ tests: [HKAudiogramSensitivityTest]) throws(HKObjectValidationError) {
        let kinds = Set(tests.map { [$0.side.rawValue, $0.type.rawValue, $0.masked ? 1 : 0] })
        guard !tests.isEmpty, kinds.count == tests.count else {
            throw HKObjectValidationError(
                .valueOutOfRange, "HKAudiogramSensitivityPoint",
                "the point has no test, or two tests for the same ear, conduction and masking",
                remedy: "give one test of each kind")
        }
    }

    /// The faintest level that the left ear heard through the air without masking; ``tests`` says more.
    public var leftEarSensitivity: HKQuantity? { plainSensitivity(of: .left) }

    /// The faintest level that the right ear heard through the air without masking; ``tests`` says more.
    public var rightEarSensitivity: HKQuantity? { plainSensitivity(of: .right) }

    private func plainSensitivity(of side: HKAudiogramSensitivityTestSide) -> HKQuantity? {
        tests.first { $0.side == side && $0.type == .air && !$0.masked }?.sensitivity
    }

    var parts: [AnyHashable?] { [frequency, tests] }

    /// Whether the other had the same results for the same tone.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the tone and the results.
    public override var hash: Int { hashOfParts }

    /// True: archives can be read with secure coding required.
    public static var supportsSecureCoding: Bool { true }

    /// Writes the point to an archive.
    public func encode(with coder: NSCoder) {
        var archive = HKArchive()
        archive.set(frequency, "frequency")
        archive.set(objects: tests, "tests")
        coder.encode(archive, forKey: "HKAudiogramSensitivityPoint")
    }

    /// Reads a point from an archive, or gives nil where the archive does not hold one.
    public init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKAudiogramSensitivityPoint"),
            let frequency = archive.quantity("frequency"), frequency.is(compatibleWith: .hertz()),
            let tests = archive.objects("tests", as: HKAudiogramSensitivityTest.self)
        else { return nil }
        self.frequency = frequency
        self.tests = tests
        super.init()
    }
}
