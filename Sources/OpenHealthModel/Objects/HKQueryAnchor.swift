// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A place in the order of all changes to a database: a query after it sees exactly what came later.
public final class HKQueryAnchor: NSObject, NSCopying, NSSecureCoding, HKValueObject, Sendable {
    /// The number of the last change that lies before the anchor.
    package let value: Int

    /// Creates an anchor from a number of an earlier version of the API; 0 precedes every change.
    public init(fromValue value: Int) {
        self.value = value
        super.init()
    }

    var parts: [AnyHashable?] { [value] }

    /// Whether the other is an anchor at the same place.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the place.
    public override var hash: Int { hashOfParts }

    /// The anchor itself, which cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// True: archives can be read with secure coding required.
    public static var supportsSecureCoding: Bool { true }

    /// Writes the anchor to an archive, which may be read by a later run of the app.
    public func encode(with coder: NSCoder) {
        var archive = HKArchive()
        archive.set(value, "value")
        coder.encode(archive, forKey: "HKQueryAnchor")
    }

    /// Reads an anchor from an archive, or gives nil where the archive does not hold one.
    public init?(coder: NSCoder) {
        guard let value = coder.archive(forKey: "HKQueryAnchor")?.integer("value") else { return nil }
        self.value = value
        super.init()
    }
}
