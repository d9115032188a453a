// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is open; all stored properties are immutable and Sendable.
/// An object with the person's wheelchair use.
open class HKWheelchairUseObject: NSObject, NSCopying, NSSecureCoding, HKValueObject, @unchecked Sendable {
    private let stored: HKWheelchairUse

    /// The wheelchair use: yes, no, or `notSet`.
    open var wheelchairUse: HKWheelchairUse { stored }

    /// Creates an object without a value, for subclasses.
    public override init() {
        stored = .notSet
        super.init()
    }

    /// Creates an object with a value.
    package init(wheelchairUse: HKWheelchairUse) {
        stored = wheelchairUse
        super.init()
    }

    var parts: [AnyHashable?] { [wheelchairUse] }

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
        archive.set(raw: wheelchairUse, "wheelchairUse")
        coder.encode(archive, forKey: "HKWheelchairUseObject")
    }

    /// Creates the object from an archive, or returns `nil` if the archive contains none.
    public required init?(coder: NSCoder) {
        guard let value = coder.archive(forKey: "HKWheelchairUseObject")?.raw("wheelchairUse", as: HKWheelchairUse.self)
        else { return nil }
        stored = value
        super.init()
    }
}
