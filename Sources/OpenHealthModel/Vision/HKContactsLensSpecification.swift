// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the superclass is; all stored properties are immutable and Sendable.
/// The specification of a contact lens.
///
/// The initializer traps if a quantity has an incompatible unit; `validated(…)` throws an error instead.
public final class HKContactsLensSpecification: HKLensSpecification, @unchecked Sendable {
    /// The base curve, in a unit of length.
    public let baseCurve: HKQuantity?
    /// The diameter, in a unit of length.
    public let diameter: HKQuantity?

    /// Creates a lens.
    /// - Parameters:
    ///   - sphere: The power of the lens, in diopters.
    ///   - cylinder: The power that corrects astigmatism, in diopters.
    ///   - axis: The axis of the cylinder, in a unit of angle.
    ///   - addPower: The additional power for reading, in diopters.
    ///   - baseCurve: The base curve, in a unit of length.
    ///   - diameter: The diameter, in a unit of length.
    public init(
        sphere: HKQuantity, cylinder: HKQuantity?, axis: HKQuantity?, addPower: HKQuantity?, baseCurve: HKQuantity?,
        diameter: HKQuantity?
    ) {
        let powers = HKLensPowers(sphere: sphere, cylinder: cylinder, axis: axis, addPower: addPower)
        orStop { () throws(HKObjectValidationError) in
            try powers.check(lengths: [baseCurve, diameter], subject: "HKContactsLensSpecification")
        }
        self.baseCurve = baseCurve
        self.diameter = diameter
        super.init(unchecked: powers)
    }

    /// Creates a lens from untrusted input, throwing an error where the initializer traps.
    /// - Parameters:
    ///   - sphere: The power of the lens, in diopters.
    ///   - cylinder: The power that corrects astigmatism, in diopters.
    ///   - axis: The axis of the cylinder, in a unit of angle.
    ///   - addPower: The additional power for reading, in diopters.
    ///   - baseCurve: The base curve, in a unit of length.
    ///   - diameter: The diameter, in a unit of length.
    /// - Throws: ``HKObjectValidationError`` if an argument is invalid.
    public static func validated(
        sphere: HKQuantity, cylinder: HKQuantity? = nil, axis: HKQuantity? = nil, addPower: HKQuantity? = nil,
        baseCurve: HKQuantity? = nil, diameter: HKQuantity? = nil
    ) throws(HKObjectValidationError) -> HKContactsLensSpecification {
        try HKLensPowers(sphere: sphere, cylinder: cylinder, axis: axis, addPower: addPower).check(
            lengths: [baseCurve, diameter], subject: "HKContactsLensSpecification")
        return HKContactsLensSpecification(
            sphere: sphere, cylinder: cylinder, axis: axis, addPower: addPower, baseCurve: baseCurve,
            diameter: diameter)
    }

    override var parts: [AnyHashable?] { super.parts + [baseCurve, diameter] }

    /// Encodes the specification.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encodeArchive(["baseCurve": baseCurve, "diameter": diameter], forKey: "HKContactsLensSpecification")
    }

    /// Creates a specification from an archive, or returns `nil` if the archive contains none.
    public required init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKContactsLensSpecification") else { return nil }
        baseCurve = archive.quantity("baseCurve")
        diameter = archive.quantity("diameter")
        super.init(coder: coder)
    }
}
