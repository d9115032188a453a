// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A code for a concept in a coding system, such as RxNorm.
public final class HKClinicalCoding: NSObject, NSCopying, NSSecureCoding, HKArchivedObject, HKValueObject, Sendable {
    /// The URL of the coding system.
    public let system: String
    /// The version of the coding system; `nil` if unknown.
    public let version: String?
    /// The code.
    public let code: String

    /// Creates a code.
    /// - Parameters:
    ///   - system: The URL of the coding system.
    ///   - version: The version of the coding system; `nil` if unknown.
    ///   - code: The code.
    public init(system: String, version: String?, code: String) {
        self.system = system
        self.version = version
        self.code = code
    }

    var parts: [AnyHashable?] { [system, version, code] }

    /// Returns a Boolean value that indicates whether the other object has the same value.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the value.
    public override var hash: Int { hashOfParts }

    var archive: HKArchive { ["system": system, "version": version, "code": code] }

    /// Creates the object from an archive, or returns `nil` if the archive contains none.
    public convenience init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: Self.archiveKey),
            let system = archive.string("system"),
            let code = archive.string("code")
        else { return nil }
        self.init(system: system, version: archive.string("version"), code: code)
    }
}
