// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A floor of a building. Nothing here makes one, as on Apple's systems: it comes with a location that has been measured.
public final class CLFloor: NSObject, NSCopying, NSSecureCoding, Sendable {
    /// The number of the floor; 0 is the ground floor.
    public let level: Int

    package init(level: Int) {
        self.level = level
        super.init()
    }

    /// Whether the other is a floor with the same number.
    public override func isEqual(_ object: Any?) -> Bool { (object as? CLFloor)?.level == level }

    /// A hash of the number.
    public override var hash: Int { level.hashValue }

    /// The floor itself, which cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// True: archives can be read with secure coding required.
    public static var supportsSecureCoding: Bool { true }

    /// Writes the floor to an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(Int64(level), forKey: "level")
    }

    /// Reads a floor from an archive, or gives nil where the archive does not hold one.
    public init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "level") else { return nil }
        level = Int(coder.decodeInt64(forKey: "level"))
        super.init()
    }
}
