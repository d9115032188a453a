// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A prism in a lens: how strongly, and in which direction, it bends the light.
///
/// It can be given as an amount and an angle, or as a vertical and a horizontal part; the other form follows. Angles turn
/// counterclockwise from the right hand of someone who faces the person, so that 0 degrees lies towards the nose for the
/// right eye and towards the temple for the left one.
///
/// A quantity of a wrong unit stops the process; the throwing siblings are called `validated`.
public final class HKVisionPrism: NSObject, NSCopying, NSSecureCoding, HKValueObject, Sendable {
    /// The strength, in prism diopters.
    public let amount: HKQuantity
    /// The direction of the base, in a unit of angle.
    public let angle: HKQuantity
    /// The vertical part of the strength, in prism diopters.
    public let verticalAmount: HKQuantity
    /// The horizontal part of the strength, in prism diopters.
    public let horizontalAmount: HKQuantity
    /// The direction of the vertical part: up, down or none.
    public let verticalBase: HKPrismBase
    /// The direction of the horizontal part: in, out or none.
    public let horizontalBase: HKPrismBase
    /// The eye that the prism is for.
    public let eye: HKVisionEye

    /// Creates a prism from validated parts.
    private init(
        amount: HKQuantity, angle: HKQuantity, vertical: (amount: HKQuantity, base: HKPrismBase),
        horizontal: (amount: HKQuantity, base: HKPrismBase), eye: HKVisionEye
    ) {
        self.amount = amount
        self.angle = angle
        self.verticalAmount = vertical.amount
        self.verticalBase = vertical.base
        self.horizontalAmount = horizontal.amount
        self.horizontalBase = horizontal.base
        self.eye = eye
        super.init()
    }

    /// Creates a prism from its strength and direction.
    /// - Parameters:
    ///   - amount: the strength, in prism diopters.
    ///   - angle: the direction of the base, in a unit of angle.
    ///   - eye: the eye that it is for.
    public convenience init(amount: HKQuantity, angle: HKQuantity, eye: HKVisionEye) {
        orStop { () throws(HKObjectValidationError) in try HKVisionPrism.check(angle: angle, amounts: [amount]) }
        let polar = PolarPrism(amount: amount, angle: angle)
        self.init(
            amount: amount, angle: angle, vertical: polar.vertical, horizontal: polar.horizontal(for: eye), eye: eye)
    }

    /// Creates a prism from its vertical and horizontal part.
    /// - Parameters:
    ///   - verticalAmount: the vertical part, in prism diopters.
    ///   - verticalBase: up, down or none.
    ///   - horizontalAmount: the horizontal part, in prism diopters.
    ///   - horizontalBase: in, out or none.
    ///   - eye: the eye that it is for.
    public convenience init(
        verticalAmount: HKQuantity, verticalBase: HKPrismBase, horizontalAmount: HKQuantity,
        horizontalBase: HKPrismBase, eye: HKVisionEye
    ) {
        orStop { () throws(HKObjectValidationError) in
            try HKVisionPrism.check(angle: nil, amounts: [verticalAmount, horizontalAmount])
            try HKVisionPrism.check(verticalBase: verticalBase, horizontalBase: horizontalBase)
        }
        let polar = PolarPrism(
            vertical: (verticalAmount, verticalBase), horizontal: (horizontalAmount, horizontalBase), eye: eye)
        self.init(
            amount: polar.amount, angle: polar.angle, vertical: (verticalAmount, verticalBase),
            horizontal: (horizontalAmount, horizontalBase), eye: eye)
    }

    /// Creates a prism from its strength and direction, and throws where the initialiser would stop the process.
    /// - Parameters:
    ///   - amount: the strength, in prism diopters.
    ///   - angle: the direction of the base, in a unit of angle.
    ///   - eye: the eye that it is for.
    /// - Throws: ``HKObjectValidationError``, which says what is wrong and what to do.
    public static func validated(
        amount: HKQuantity, angle: HKQuantity, eye: HKVisionEye
    ) throws(HKObjectValidationError) -> HKVisionPrism {
        try check(angle: angle, amounts: [amount])
        return HKVisionPrism(amount: amount, angle: angle, eye: eye)
    }

    /// Creates a prism from its two parts, and throws where the initialiser would stop the process.
    /// - Parameters:
    ///   - verticalAmount: the vertical part, in prism diopters.
    ///   - verticalBase: up, down or none.
    ///   - horizontalAmount: the horizontal part, in prism diopters.
    ///   - horizontalBase: in, out or none.
    ///   - eye: the eye that it is for.
    /// - Throws: ``HKObjectValidationError``, which says what is wrong and what to do.
    public static func validated(
        verticalAmount: HKQuantity, verticalBase: HKPrismBase, horizontalAmount: HKQuantity,
        horizontalBase: HKPrismBase, eye: HKVisionEye
    ) throws(HKObjectValidationError) -> HKVisionPrism {
        try check(angle: nil, amounts: [verticalAmount, horizontalAmount])
        try check(verticalBase: verticalBase, horizontalBase: horizontalBase)
        return HKVisionPrism(
            verticalAmount: verticalAmount, verticalBase: verticalBase, horizontalAmount: horizontalAmount,
            horizontalBase: horizontalBase, eye: eye)
    }

    private static func check(angle: HKQuantity?, amounts: [HKQuantity]) throws(HKObjectValidationError) {
        try HKObjectValidation.checkQuantity(angle, in: .degreeAngle(), subject: "HKVisionPrism")
        for amount in amounts {
            try HKObjectValidation.checkQuantity(amount, in: .prismDiopter(), subject: "HKVisionPrism")
        }
    }

    private static func check(
        verticalBase: HKPrismBase, horizontalBase: HKPrismBase
    ) throws(HKObjectValidationError) {
        guard [.up, .down, .none].contains(verticalBase), [.in, .out, .none].contains(horizontalBase) else {
            throw HKObjectValidationError(
                .valueOutOfRange, "HKVisionPrism", "a base stands in the wrong direction",
                remedy: "give up, down or none for the vertical base, and in, out or none for the horizontal one")
        }
    }

    var parts: [AnyHashable?] {
        [amount, angle, verticalAmount, verticalBase, horizontalAmount, horizontalBase, eye]
    }

    /// Whether the other bends light alike, for the same eye.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of strength, direction and eye.
    public override var hash: Int { hashOfParts }

    /// The prism itself, which cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// True: archives can be read with secure coding required.
    public static var supportsSecureCoding: Bool { true }

    /// Writes the prism to an archive.
    public func encode(with coder: NSCoder) {
        var archive = HKArchive()
        archive.set(amount, "amount")
        archive.set(angle, "angle")
        archive.set(verticalAmount, "verticalAmount")
        archive.set(raw: verticalBase, "verticalBase")
        archive.set(horizontalAmount, "horizontalAmount")
        archive.set(raw: horizontalBase, "horizontalBase")
        archive.set(raw: eye, "eye")
        coder.encode(archive, forKey: "HKVisionPrism")
    }

    /// Reads a prism from an archive, or gives nil where the archive does not hold one.
    public convenience init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKVisionPrism"), let amount = archive.quantity("amount"),
            let angle = archive.quantity("angle"), let vertical = archive.quantity("verticalAmount"),
            let verticalBase = archive.raw("verticalBase", as: HKPrismBase.self),
            let horizontal = archive.quantity("horizontalAmount"),
            let horizontalBase = archive.raw("horizontalBase", as: HKPrismBase.self),
            let eye = archive.raw("eye", as: HKVisionEye.self)
        else { return nil }
        self.init(
            amount: amount, angle: angle, vertical: (vertical, verticalBase),
            horizontal: (horizontal, horizontalBase), eye: eye)
    }
}
