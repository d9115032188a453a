// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A floor of a building. As on Apple platforms, floors are only created as part of a measured location.
public final class CLFloor: NSObject, NSCopying, NSSecureCoding, Sendable {
    /// The number of the floor; 0 is the ground floor.
    public let level: Int

    package init(level: Int) {
        self.level = level
    }

    /// Returns a Boolean value that indicates whether the other object is a floor with the same number.
    public override func isEqual(_ object: Any?) -> Bool { (object as? CLFloor)?.level == level }

    /// A hash of the number.
    public override var hash: Int { level.hashValue }

    /// Returns the floor itself, because it is immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Always `true`, because the class supports secure coding.
    public static var supportsSecureCoding: Bool { true }

    /// Encodes the floor.
    public func encode(with coder: NSCoder) {
        coder.encode(Int64(level), forKey: "level")
    }

    /// Creates a floor from an archive, or returns `nil` if the archive contains none.
    public init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "level") else { return nil }
        level = Int(coder.decodeInt64(forKey: "level"))
    }
}
