// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the Move ring counts, as the person has set it.
public final class HKActivityMoveModeObject: NSObject, NSCopying, NSSecureCoding, HKValueObject, Sendable {
    /// Energy or minutes.
    public let activityMoveMode: HKActivityMoveMode

    /// Makes the object that a store answers with.
    package init(activityMoveMode: HKActivityMoveMode) {
        self.activityMoveMode = activityMoveMode
        super.init()
    }

    var parts: [AnyHashable?] { [activityMoveMode] }

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
        archive.set(raw: activityMoveMode, "activityMoveMode")
        coder.encode(archive, forKey: "HKActivityMoveModeObject")
    }

    /// Reads the object from an archive, or gives nil where the archive does not hold one.
    public init?(coder: NSCoder) {
        guard
            let value = coder.archive(forKey: "HKActivityMoveModeObject")?.raw(
                "activityMoveMode", as: HKActivityMoveMode.self)
        else { return nil }
        activityMoveMode = value
        super.init()
    }
}
