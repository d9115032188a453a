// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Whether the person uses a wheelchair, as the person has set it.
public final class HKWheelchairUseObject: NSObject, NSCopying, NSSecureCoding, HKValueObject, Sendable {
    /// Yes, no, or not set.
    public let wheelchairUse: HKWheelchairUse

    /// Makes the object that a store answers with.
    package init(wheelchairUse: HKWheelchairUse) {
        self.wheelchairUse = wheelchairUse
        super.init()
    }

    var parts: [AnyHashable?] { [wheelchairUse] }

    /// Whether the other says the same.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of what it says.
    public override var hash: Int { hashOfParts }

    /// The object itself, which cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// True: archives can be read with secure coding required.
    public static var supportsSecureCoding: Bool { true }

    /// Writes the object to an archive.
    public func encode(with coder: NSCoder) {
        var archive = HKArchive()
        archive.set(raw: wheelchairUse, "wheelchairUse")
        coder.encode(archive, forKey: "HKWheelchairUseObject")
    }

    /// Reads the object from an archive, or gives nil where the archive does not hold one.
    public init?(coder: NSCoder) {
        guard let value = coder.archive(forKey: "HKWheelchairUseObject")?.raw("wheelchairUse", as: HKWheelchairUse.self)
        else { return nil }
        wheelchairUse = value
        super.init()
    }
}
