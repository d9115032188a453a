// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because its superclass is; all it stores is immutable and Sendable itself.
/// A lens of glasses.
///
/// A quantity of a wrong unit stops the process; `validated(…)` throws instead.
public final class HKGlassesLensSpecification: HKLensSpecification, @unchecked Sendable {
    /// From the lens to the eye, in a unit of length.
    public let vertexDistance: HKQuantity?
    /// The prism in the lens.
    public let prism: HKVisionPrism?
    /// From the nose to the pupil for looking far, in a unit of length.
    public let farPupillaryDistance: HKQuantity?
    /// From the nose to the pupil for looking near, in a unit of length.
    public let nearPupillaryDistance: HKQuantity?

    /// Describes a lens.
    /// - Parameters:
    ///   - sphere: the power of the lens, in diopters.
    ///   - cylinder: the power that corrects astigmatism, in diopters.
    ///   - axis: the direction of the cylinder, in a unit of angle.
    ///   - addPower: the power that is added for reading, in diopters.
    ///   - vertexDistance: from the lens to the eye, in a unit of length.
    ///   - prism: the prism in the lens.
    ///   - farPupillaryDistance: from the nose to the pupil for looking far, in a unit of length.
    ///   - nearPupillaryDistance: from the nose to the pupil for looking near, in a unit of length.
    public init(
        sphere: HKQuantity, cylinder: HKQuantity?, axis: HKQuantity?, addPower: HKQuantity?,
        vertexDistance: HKQuantity?, prism: HKVisionPrism?, farPupillaryDistance: HKQuantity?,
        nearPupillaryDistance: HKQuantity?
    ) {
        let powers = HKLensPowers(sphere: sphere, cylinder: cylinder, axis: axis, addPower: addPower)
        orStop { () throws(HKObjectValidationError) in
            try powers.check(
                lengths: [vertexDistance, farPupillaryDistance, nearPupillaryDistance],
                subject: "HKGlassesLensSpecification")
        }
        self.vertexDistance = vertexDistance
        self.prism = prism
        self.farPupillaryDistance = farPupillaryDistance
        self.nearPupillaryDistance = nearPupillaryDistance
        super.init(unchecked: powers)
    }

    /// Describes a lens from untrusted input, and throws where the initialiser would stop the process.
    /// - Parameters:
    ///   - sphere: the power of the lens, in diopters.
    ///   - cylinder: the power that corrects astigmatism, in diopters.
    ///   - axis: the direction of the cylinder, in a unit of angle.
    ///   - addPower: the power that is added for reading, in diopters.
    ///   - vertexDistance: from the lens to the eye, in a unit of length.
    ///   - prism: the prism in the lens.
    ///   - farPupillaryDistance: from the nose to the pupil for looking far, in a unit of length.
    ///   - nearPupillaryDistance: from the nose to the pupil for looking near, in a unit of length.
    /// - Throws: ``HKObjectValidationError``, which says what is wrong and what to do.
    public static func validated(
        sphere: HKQuantity, cylinder: HKQuantity? = nil, axis: HKQuantity? = nil, addPower: HKQuantity? = nil,
        vertexDistance: HKQuantity? = nil, prism: HKVisionPrism? = nil, farPupillaryDistance: HKQuantity? = nil,
        nearPupillaryDistance: HKQuantity? = nil
    ) throws(HKObjectValidationError) -> HKGlassesLensSpecification {
        try HKLensPowers(sphere: sphere, cylinder: cylinder, axis: axis, addPower: addPower).check(
            lengths: [vertexDistance, farPupillaryDistance, nearPupillaryDistance],
            subject: "HKGlassesLensSpecification")
        return HKGlassesLensSpecification(
            sphere: sphere, cylinder: cylinder, axis: axis, addPower: addPower, vertexDistance: vertexDistance,
            prism: prism, farPupillaryDistance: farPupillaryDistance, nearPupillaryDistance: nearPupillaryDistance)
    }

    override var parts: [AnyHashable?] {
        super.parts + [vertexDistance, prism, farPupillaryDistance, nearPupillaryDistance]
    }

    /// Writes the specification to an archive.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        var archive = HKArchive()
        archive.set(vertexDistance, "vertexDistance")
        archive.set(object: prism, "prism")
        archive.set(farPupillaryDistance, "far")
        archive.set(nearPupillaryDistance, "near")
        coder.encode(archive, forKey: "HKGlassesLensSpecification")
    }

    /// Reads a specification from an archive, or gives nil where the archive does not hold one.
    public required init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKGlassesLensSpecification") else { return nil }
        vertexDistance = archive.quantity("vertexDistance")
        prism = archive.object("prism", as: HKVisionPrism.self)
        farPupillaryDistance = archive.quantity("far")
        nearPupillaryDistance = archive.quantity("near")
        super.init(coder: coder)
    }
}
