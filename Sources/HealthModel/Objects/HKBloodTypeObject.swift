// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The blood type, as the person has set it.
public final class HKBloodTypeObject: NSObject, NSCopying, NSSecureCoding, HKValueObject, Sendable {
    /// The type, or not set.
    public let bloodType: HKBloodType

    /// Makes the object that a store answers with.
    package init(bloodType: HKBloodType) {
        self.bloodType = bloodType
        super.init()
    }

    var parts: [AnyHashable?] { [bloodType] }

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
        archive.set(raw: bloodType, "bloodType")
        coder.encode(archive, forKey: "HKBloodTypeObject")
    }

    /// Reads the object from an archive, or gives nil where the archive does not hold one.
    public init?(coder: NSCoder) {
        guard let value = coder.archive(forKey: "HKBloodTypeObject")?.raw("bloodType", as: HKBloodType.self) else {
            return nil
        }
        bloodType = value
        super.init()
    }
}
