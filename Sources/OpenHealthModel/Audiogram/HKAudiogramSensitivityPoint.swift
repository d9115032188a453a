// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The hearing sensitivity at one frequency.
public final class HKAudiogramSensitivityPoint: NSObject, NSSecureCoding, HKArchivedObject, HKValueObject, Sendable {
    /// The frequency of the tone.
    public let frequency: HKQuantity
    /// The tests at that frequency: at most one for each combination of ear, conduction and masking.
    public let tests: [HKAudiogramSensitivityTest]

    /// Creates a point from unmasked tests by air conduction.
    /// - Parameters:
    ///   - frequency: The frequency of the tone, greater than zero.
    ///   - leftEarSensitivity: The lowest level that the left ear heard, in decibels of hearing level.
    ///   - rightEarSensitivity: The lowest level that the right ear heard, in decibels of hearing level.
    /// - Throws: ``HKObjectValidationError`` if both ears are missing or a quantity has an incompatible unit.
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
    ///   - frequency: The frequency of the tone, greater than zero.
    ///   - tests: The tests, at least one, and at most one for each combination of ear, conduction and masking.
    /// - Throws: ``HKObjectValidationError`` if there is no test, if two are of the same kind, or if the frequency is invalid.
    public init(frequency: HKQuantity, tests: [HKAudiogramSensitivityTest]) throws {
        let subject = "HKAudiogramSensitivityPoint"
        try HKObjectValidation.checkQuantity(frequency, in: .hertz(), subject: subject)
        guard try frequency.value(in: .hertz()) > 0 else {
            throw HKObjectValidationError(
                .valueOutOfRange, subject, "the frequency is not greater than zero", remedy: "give the tone's frequency"
            )
        }
        try Self.checkKinds(tests)
        self.frequency = frequency
        self.tests = tests
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

    /// The lowest level that the left ear heard by unmasked air conduction; see ``tests`` for all results.
    public var leftEarSensitivity: HKQuantity? { plainSensitivity(of: .left) }

    /// The lowest level that the right ear heard by unmasked air conduction; see ``tests`` for all results.
    public var rightEarSensitivity: HKQuantity? { plainSensitivity(of: .right) }

    private func plainSensitivity(of side: HKAudiogramSensitivityTestSide) -> HKQuantity? {
        tests.first { $0.side == side && $0.type == .air && !$0.masked }?.sensitivity
    }

    var parts: [AnyHashable?] { [frequency, tests] }

    /// Returns a Boolean value that indicates whether the other point has the same frequency and results.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the frequency and the results.
    public override var hash: Int { hashOfParts }

    var archive: HKArchive { ["frequency": frequency, "tests": tests] }

    /// Creates a point from an archive, or returns `nil` if the archive contains none.
    public init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: Self.archiveKey),
            let frequency = archive.quantity("frequency"), frequency.is(compatibleWith: .hertz()),
            let tests = archive.objects("tests", as: HKAudiogramSensitivityTest.self)
        else { return nil }
        self.frequency = frequency
        self.tests = tests
    }
}
