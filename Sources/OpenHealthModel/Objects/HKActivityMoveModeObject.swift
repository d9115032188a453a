// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class is open and so cannot be final; all it stores is immutable and Sendable itself.
/// The activity move mode that the person has set.
open class HKActivityMoveModeObject: NSObject, NSCopying, NSSecureCoding, HKValueObject, @unchecked Sendable {
    private let stored: HKActivityMoveMode

    /// Energy or minutes.
    open var activityMoveMode: HKActivityMoveMode { stored }

    /// Creates an object whose value is `activeEnergy`, for subclasses.
    public override init() {
        stored = .activeEnergy
        super.init()
    }

    /// Creates the object with a value.
    package init(activityMoveMode: HKActivityMoveMode) {
        stored = activityMoveMode
        super.init()
    }

    var parts: [AnyHashable?] { [activityMoveMode] }

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
        archive.set(raw: activityMoveMode, "activityMoveMode")
        coder.encode(archive, forKey: "HKActivityMoveModeObject")
    }

    /// Reads the object from an archive, or gives nil where the archive does not hold one.
    public required init?(coder: NSCoder) {
        guard
            let value = coder.archive(forKey: "HKActivityMoveModeObject")?.raw(
                "activityMoveMode", as: HKActivityMoveMode.self)
        else { return nil }
        stored = value
        super.init()
    }
}
