// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is open and so cannot be final; all it stores is immutable and Sendable itself.
/// Whether the person uses a wheelchair, as the person has set it.
open class HKWheelchairUseObject: NSObject, NSCopying, NSSecureCoding, HKValueObject, @unchecked Sendable {
    private let stored: HKWheelchairUse

    /// Yes, no, or not set.
    open var wheelchairUse: HKWheelchairUse { stored }

    /// Creates an object whose value is not set, for subclasses.
    public override init() {
        stored = .notSet
        super.init()
    }

    /// Creates the object with a value.
    package init(wheelchairUse: HKWheelchairUse) {
        stored = wheelchairUse
        super.init()
    }

    var parts: [AnyHashable?] { [wheelchairUse] }

    /// Whether the other says the same.
    open override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of what it says.
    open override var hash: Int { hashOfParts }

    /// The object itself, which cannot change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// True: archives can be read with secure coding required.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the object to an archive.
    open func encode(with coder: NSCoder) {
        var archive = HKArchive()
        archive.set(raw: wheelchairUse, "wheelchairUse")
        coder.encode(archive, forKey: "HKWheelchairUseObject")
    }

    /// Reads the object from an archive, or gives nil where the archive does not hold one.
    public required init?(coder: NSCoder) {
        guard let value = coder.archive(forKey: "HKWheelchairUseObject")?.raw("wheelchairUse", as: HKWheelchairUse.self)
        else { return nil }
        stored = value
        super.init()
    }
}
