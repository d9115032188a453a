// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because this module subclasses it; all it stores is immutable and Sendable itself.
/// The correction of every lens.
public class HKLensSpecification: NSObject, NSCopying, NSSecureCoding, HKValueObject, @unchecked Sendable {
    /// The power of the lens, in diopters.
    public let sphere: HKQuantity
    /// The power that corrects astigmatism, in diopters.
    public let cylinder: HKQuantity?
    /// The direction of the cylinder, in a unit of angle.
    public let axis: HKQuantity?
    /// The power that is added for reading, in diopters.
    public let addPower: HKQuantity?

    /// Takes over quantities that were checked.
    init(unchecked powers: HKLensPowers) {
        sphere = powers.sphere
        cylinder = powers.cylinder
        axis = powers.axis
        addPower = powers.addPower
        super.init()
    }

    var powers: HKLensPowers {
        HKLensPowers(sphere: sphere, cylinder: cylinder, axis: axis, addPower: addPower)
    }

    var parts: [AnyHashable?] { [sphere, cylinder, axis, addPower] }

    /// Whether the other is a lens of the same kind that corrects alike.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of what the lens corrects.
    public override var hash: Int { hashOfParts }

    /// The specification itself, which cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// True: archives can be read with secure coding required.
    public class var supportsSecureCoding: Bool { true }

    /// Writes the specification to an archive.
    public func encode(with coder: NSCoder) {
        var archive = HKArchive()
        archive.set(sphere, "sphere")
        archive.set(cylinder, "cylinder")
        archive.set(axis, "axis")
        archive.set(addPower, "addPower")
        coder.encode(archive, forKey: "HKLensSpecification")
    }

    /// Reads a specification from an archive, or gives nil where the archive does not hold one.
    public required init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKLensSpecification"), let sphere = archive.quantity("sphere") else {
            return nil
        }
        self.sphere = sphere
        cylinder = archive.quantity("cylinder")
        axis = archive.quantity("axis")
        addPower = archive.quantity("addPower")
        super.init()
    }
}

/// The powers of a lens, and the rules for them.
struct HKLensPowers {
    let sphere: HKQuantity
    let cylinder: HKQuantity?
    let axis: HKQuantity?
    let addPower: HKQuantity?

    /// Checks that powers are in diopters, the axis is an angle, and all the lengths of the lens are lengths.
    func check(lengths: [HKQuantity?], subject: String) throws(HKObjectValidationError) {
        for power in [sphere, cylinder, addPower] {
            try HKObjectValidation.checkQuantity(power, in: .diopter(), subject: subject)
        }
        try HKObjectValidation.checkQuantity(axis, in: .degreeAngle(), subject: subject)
        for length in lengths {
            try HKObjectValidation.checkQuantity(length, in: .meter(), subject: subject)
        }
    }
}
