// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A position in the sequence of all database changes. A query with an anchor returns the changes after it.
public final class HKQueryAnchor: NSObject, NSCopying, NSSecureCoding, HKArchivedObject, HKValueObject, Sendable {
    /// The number of the last change before the anchor.
    package let value: Int

    /// Creates an anchor from a number that an earlier version of the API used; 0 precedes every change.
    public init(fromValue value: Int) {
        self.value = value
    }

    var parts: [AnyHashable?] { [value] }

    /// Returns a Boolean value that indicates whether the other object is an anchor at the same position.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the position.
    public override var hash: Int { hashOfParts }

    var archive: HKArchive { ["value": value] }

    /// Creates an anchor from an archive, or returns `nil` if the archive contains none.
    public convenience init?(coder: NSCoder) {
        guard let value = coder.archive(forKey: Self.archiveKey)?.integer("value") else { return nil }
        self.init(fromValue: value)
    }
}
