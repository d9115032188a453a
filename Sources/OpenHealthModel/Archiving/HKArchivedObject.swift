// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An object of a final class that is archived under the name of its class.
///
/// A class with subclasses implements `encode(with:)` itself, because each of its subclasses adds an archive of its own.
protocol HKArchivedObject: NSObject, NSSecureCoding, HKArchivable {
    /// The values of the object, which `init(coder:)` reads under the same names.
    var archive: HKArchive { get }
}

extension HKArchivedObject {
    /// The name under which the class archives its objects.
    static var archiveKey: String { String(describing: self) }

    // Public, because `NSSecureCoding` requires both.
    /// Always `true`, because the class supports secure coding.
    public static var supportsSecureCoding: Bool { true }

    /// Encodes the object.
    public func encode(with coder: NSCoder) {
        coder.encodeArchive(archive, forKey: Self.archiveKey)
    }
}
