// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A prism in a lens: the amount and direction in which it bends light.
///
/// Create a prism from an amount and an angle, or from a vertical and a horizontal component; the other form is computed.
/// Angles are counterclockwise from the right as seen by an observer who faces the person, so 0 degrees points towards the
/// nose for the right eye and towards the temple for the left eye.
///
/// The initializers trap if a quantity has an incompatible unit; the `validated` methods throw an error instead.
public final class HKVisionPrism: NSObject, NSCopying, NSSecureCoding, HKArchivedObject, HKValueObject, Sendable {
    /// The amount, in prism diopters.
    public let amount: HKQuantity
    /// The angle of the base, in a unit of angle.
    public let angle: HKQuantity
    /// The vertical component of the amount, in prism diopters.
    public let verticalAmount: HKQuantity
    /// The horizontal component of the amount, in prism diopters.
    public let horizontalAmount: HKQuantity
    /// The base direction of the vertical component: up, down or none.
    public let verticalBase: HKPrismBase
    /// The base direction of the horizontal component: in, out or none.
    public let horizontalBase: HKPrismBase
    /// The eye of the lens.
    public let eye: HKVisionEye

    /// Creates a prism from validated values.
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
    }

    /// Creates a prism from its amount and angle.
    /// - Parameters:
    ///   - amount: The amount, in prism diopters.
    ///   - angle: The angle of the base, in a unit of angle.
    ///   - eye: The eye of the lens.
    public convenience init(amount: HKQuantity, angle: HKQuantity, eye: HKVisionEye) {
        orStop { () throws(HKObjectValidationError) in try HKVisionPrism.check(angle: angle, amounts: [amount]) }
        let polar = PolarPrism(amount: amount, angle: angle)
        self.init(
            amount: amount, angle: angle, vertical: polar.vertical, horizontal: polar.horizontal(for: eye), eye: eye)
    }

    /// Creates a prism from its vertical and horizontal components.
    /// - Parameters:
    ///   - verticalAmount: The vertical component, in prism diopters.
    ///   - verticalBase: The base direction of the vertical component: up, down or none.
    ///   - horizontalAmount: The horizontal component, in prism diopters.
    ///   - horizontalBase: The base direction of the horizontal component: in, out or none.
    ///   - eye: The eye of the lens.
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

    /// Creates a prism from its amount and angle, throwing an error where the initializer traps.
    /// - Parameters:
    ///   - amount: The amount, in prism diopters.
    ///   - angle: The angle of the base, in a unit of angle.
    ///   - eye: The eye of the lens.
    /// - Throws: ``HKObjectValidationError`` if an argument is invalid.
    public static func validated(
        amount: HKQuantity, angle: HKQuantity, eye: HKVisionEye
    ) throws(HKObjectValidationError) -> HKVisionPrism {
        try check(angle: angle, amounts: [amount])
        return HKVisionPrism(amount: amount, angle: angle, eye: eye)
    }

    /// Creates a prism from its components, throwing an error where the initializer traps.
    /// - Parameters:
    ///   - verticalAmount: The vertical component, in prism diopters.
    ///   - verticalBase: The base direction of the vertical component: up, down or none.
    ///   - horizontalAmount: The horizontal component, in prism diopters.
    ///   - horizontalBase: The base direction of the horizontal component: in, out or none.
    ///   - eye: The eye of the lens.
    /// - Throws: ``HKObjectValidationError`` if an argument is invalid.
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
                .valueOutOfRange, "HKVisionPrism", "a base has the wrong direction",
                remedy: "give up, down or none for the vertical base, and in, out or none for the horizontal one")
        }
    }

    var parts: [AnyHashable?] {
        [amount, angle, verticalAmount, verticalBase, horizontalAmount, horizontalBase, eye]
    }

    /// Returns a Boolean value that indicates whether the other prism has the same values for the same eye.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the values.
    public override var hash: Int { hashOfParts }

    var archive: HKArchive {
        [
            "amount": amount, "angle": angle, "verticalAmount": verticalAmount, "verticalBase": verticalBase.rawValue,
            "horizontalAmount": horizontalAmount, "horizontalBase": horizontalBase.rawValue, "eye": eye.rawValue,
        ]
    }

    /// Creates a prism from an archive, or returns `nil` if the archive contains none.
    public convenience init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: Self.archiveKey), let amount = archive.quantity("amount"),
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

/// A prism as amount and angle, with the conversion from and to its components.
struct PolarPrism {
    let amount: HKQuantity
    let angle: HKQuantity

    init(amount: HKQuantity, angle: HKQuantity) {
        self.amount = amount
        self.angle = angle
    }

    /// Creates a prism from its components.
    init(
        vertical: (amount: HKQuantity, base: HKPrismBase), horizontal: (amount: HKQuantity, base: HKPrismBase),
        eye: HKVisionEye
    ) {
        let up = vertical.amount.doubleValue(for: .prismDiopter()) * (vertical.base == .down ? -1 : 1)
        let isRight = horizontal.base == (eye == .right ? .in : .out)
        let right = horizontal.amount.doubleValue(for: .prismDiopter()) * (isRight ? 1 : -1)
        let degrees = atan2(up, right) * 180 / .pi
        let turned = horizontal.base == .none && vertical.base == .none ? 0 : degrees
        amount = HKQuantity(unit: .prismDiopter(), doubleValue: hypot(up, right))
        angle = HKQuantity(unit: .degreeAngle(), doubleValue: turned < 0 ? turned + 360 : turned)
    }

    private var strength: Double { amount.doubleValue(for: .prismDiopter()) }

    private var radians: Double { angle.doubleValue(for: .degreeAngle()) * .pi / 180 }

    /// The maximum rounding error of a sine.
    private static let noise = 1e-12

    var vertical: (amount: HKQuantity, base: HKPrismBase) {
        Self.part(strength * sin(radians), positive: .up, negative: .down)
    }

    func horizontal(for eye: HKVisionEye) -> (amount: HKQuantity, base: HKPrismBase) {
        eye == .right
            ? Self.part(strength * cos(radians), positive: .in, negative: .out)
            : Self.part(strength * cos(radians), positive: .out, negative: .in)
    }

    private static func part(
        _ value: Double, positive: HKPrismBase, negative: HKPrismBase
    ) -> (amount: HKQuantity, base: HKPrismBase) {
        let size = value.magnitude < noise ? 0 : value.magnitude
        return (
            HKQuantity(unit: .prismDiopter(), doubleValue: size),
            size == 0 ? .none : value > 0 ? positive : negative
        )
    }
}
