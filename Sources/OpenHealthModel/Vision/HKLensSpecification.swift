// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class has subclasses; all stored properties are immutable and Sendable.
/// The common part of all lens specifications.
public class HKLensSpecification: NSObject, NSCopying, NSSecureCoding, HKValueObject, @unchecked Sendable {
    /// The power of the lens, in diopters.
    public let sphere: HKQuantity
    /// The power that corrects astigmatism, in diopters.
    public let cylinder: HKQuantity?
    /// The axis of the cylinder, in a unit of angle.
    public let axis: HKQuantity?
    /// The additional power for reading, in diopters.
    public let addPower: HKQuantity?

    /// Creates a specification from validated quantities.
    init(unchecked powers: HKLensPowers) {
        sphere = powers.sphere
        cylinder = powers.cylinder
        axis = powers.axis
        addPower = powers.addPower
    }

    var powers: HKLensPowers {
        HKLensPowers(sphere: sphere, cylinder: cylinder, axis: axis, addPower: addPower)
    }

    var parts: [AnyHashable?] { [sphere, cylinder, axis, addPower] }

    /// Returns a Boolean value that indicates whether the other specification has the same class and values.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the values.
    public override var hash: Int { hashOfParts }

    /// Always `true`, because the class supports secure coding.
    public class var supportsSecureCoding: Bool { true }

    /// Encodes the specification.
    public func encode(with coder: NSCoder) {
        coder.encodeArchive(
            ["sphere": sphere, "cylinder": cylinder, "axis": axis, "addPower": addPower], forKey: "HKLensSpecification")
    }

    /// Creates a specification from an archive, or returns `nil` if the archive contains none.
    public required init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKLensSpecification"), let sphere = archive.quantity("sphere") else {
            return nil
        }
        self.sphere = sphere
        cylinder = archive.quantity("cylinder")
        axis = archive.quantity("axis")
        addPower = archive.quantity("addPower")
    }
}

/// The powers of a lens and their validation.
struct HKLensPowers {
    let sphere: HKQuantity
    let cylinder: HKQuantity?
    let axis: HKQuantity?
    let addPower: HKQuantity?

    /// Checks that the powers are in diopters, the axis is an angle, and the lengths are lengths.
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
