// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is open; all stored properties are immutable and Sendable.
/// The person's skin type on the Fitzpatrick scale.
open class HKFitzpatrickSkinTypeObject: NSObject, NSCopying, NSSecureCoding, HKValueObject, @unchecked Sendable {
    private let stored: HKFitzpatrickSkinType

    /// The skin type, or `notSet`.
    open var skinType: HKFitzpatrickSkinType { stored }

    /// Creates an object without a value, for subclasses.
    public override init() {
        stored = .notSet
        super.init()
    }

    /// Creates an object with a value.
    package init(skinType: HKFitzpatrickSkinType) {
        stored = skinType
        super.init()
    }

    var parts: [AnyHashable?] { [skinType] }

    /// Returns a Boolean value that indicates whether the other object has the same value.
    open override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the value.
    open override var hash: Int { hashOfParts }

    /// Returns the object itself, because it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Always `true`, because the class supports secure coding.
    open class var supportsSecureCoding: Bool { true }

    /// Encodes the object.
    open func encode(with coder: NSCoder) {
        var archive = HKArchive()
        archive.set(raw: skinType, "skinType")
        coder.encode(archive, forKey: "HKFitzpatrickSkinTypeObject")
    }

    /// Creates the object from an archive, or returns `nil` if the archive contains none.
    public required init?(coder: NSCoder) {
        guard
            let value = coder.archive(forKey: "HKFitzpatrickSkinTypeObject")?.raw(
                "skinType", as: HKFitzpatrickSkinType.self)
        else { return nil }
        stored = value
        super.init()
    }
}
