// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because its superclass is; all it stores is immutable and Sendable itself.
/// A contact lens.
///
/// A quantity of a wrong unit stops the process; `validated(…)` throws instead.
public final class HKContactsLensSpecification: HKLensSpecification, @unchecked Sendable {
    /// The curve of the back, in a unit of length.
    public let baseCurve: HKQuantity?
    /// The width, in a unit of length.
    public let diameter: HKQuantity?

    /// Describes a lens.
    /// - Parameters:
    ///   - sphere: the power of the lens, in diopters.
    ///   - cylinder: the power that corrects astigmatism, in diopters.
    ///   - axis: the direction of the cylinder, in a unit of angle.
    ///   - addPower: the power that is added for reading, in diopters.
    ///   - baseCurve: the curve of the back, in a unit of length.
    ///   - diameter: the width, in a unit of length.
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

    /// Describes a lens from untrusted input, and throws where the initialiser would stop the process.
    /// - Parameters:
    ///   - sphere: the power of the lens, in diopters.
    ///   - cylinder: the power that corrects astigmatism, in diopters.
    ///   - axis: the direction of the cylinder, in a unit of angle.
    ///   - addPower: the power that is added for reading, in diopters.
    ///   - baseCurve: the curve of the back, in a unit of length.
    ///   - diameter: the width, in a unit of length.
    /// - Throws: ``HKObjectValidationError``, which says what is wrong and what to do.
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

    /// Writes the specification to an archive.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        var archive = HKArchive()
        archive.set(baseCurve, "baseCurve")
        archive.set(diameter, "diameter")
        coder.encode(archive, forKey: "HKContactsLensSpecification")
    }

    /// Reads a specification from an archive, or gives nil where the archive does not hold one.
    public required init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKContactsLensSpecification") else { return nil }
        baseCurve = archive.quantity("baseCurve")
        diameter = archive.quantity("diameter")
        super.init(coder: coder)
    }
}
