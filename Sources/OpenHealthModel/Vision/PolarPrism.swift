// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

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
        let size = abs(value) < noise ? 0 : abs(value)
        return (
            HKQuantity(unit: .prismDiopter(), doubleValue: size),
            size == 0 ? .none : value > 0 ? positive : negative
        )
    }
}
