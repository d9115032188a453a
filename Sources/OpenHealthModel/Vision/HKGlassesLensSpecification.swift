// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the superclass is; all stored properties are immutable and Sendable.
/// The specification of a lens for glasses.
///
/// The initializer traps if a quantity has an incompatible unit; `validated(…)` throws an error instead.
public final class HKGlassesLensSpecification: HKLensSpecification, @unchecked Sendable {
    /// The distance between lens and eye, in a unit of length.
    public let vertexDistance: HKQuantity?
    /// The prism in the lens.
    public let prism: HKVisionPrism?
    /// The distance between nose and pupil for far vision, in a unit of length.
    public let farPupillaryDistance: HKQuantity?
    /// The distance between nose and pupil for near vision, in a unit of length.
    public let nearPupillaryDistance: HKQuantity?

    /// Creates a lens.
    /// - Parameters:
    ///   - sphere: The power of the lens, in diopters.
    ///   - cylinder: The power that corrects astigmatism, in diopters.
    ///   - axis: The axis of the cylinder, in a unit of angle.
    ///   - addPower: The additional power for reading, in diopters.
    ///   - vertexDistance: The distance between lens and eye, in a unit of length.
    ///   - prism: The prism in the lens.
    ///   - farPupillaryDistance: The distance between nose and pupil for far vision, in a unit of length.
    ///   - nearPupillaryDistance: The distance between nose and pupil for near vision, in a unit of length.
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

    /// Creates a lens from untrusted input, throwing an error where the initializer traps.
    /// - Parameters:
    ///   - sphere: The power of the lens, in diopters.
    ///   - cylinder: The power that corrects astigmatism, in diopters.
    ///   - axis: The axis of the cylinder, in a unit of angle.
    ///   - addPower: The additional power for reading, in diopters.
    ///   - vertexDistance: The distance between lens and eye, in a unit of length.
    ///   - prism: The prism in the lens.
    ///   - farPupillaryDistance: The distance between nose and pupil for far vision, in a unit of length.
    ///   - nearPupillaryDistance: The distance between nose and pupil for near vision, in a unit of length.
    /// - Throws: ``HKObjectValidationError`` if an argument is invalid.
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

    /// Encodes the specification.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encodeArchive(
            [
                "vertexDistance": vertexDistance, "prism": prism, "far": farPupillaryDistance,
                "near": nearPupillaryDistance,
            ], forKey: "HKGlassesLensSpecification")
    }

    /// Creates a specification from an archive, or returns `nil` if the archive contains none.
    public required init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKGlassesLensSpecification") else { return nil }
        vertexDistance = archive.quantity("vertexDistance")
        prism = archive.object("prism", as: HKVisionPrism.self)
        farPupillaryDistance = archive.quantity("far")
        nearPupillaryDistance = archive.quantity("near")
        super.init(coder: coder)
    }
}
