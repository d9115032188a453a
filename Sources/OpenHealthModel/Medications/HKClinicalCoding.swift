// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A code for a concept in some coding system, such as RxNorm.
public final class HKClinicalCoding: NSObject, NSCopying, NSSecureCoding, HKValueObject, Sendable {
    /// The coding system, as a URL.
    public let system: String
    /// The version of the coding system, nil where it is not known.
    public let version: String?
    /// The code.
    public let code: String

    /// Creates a code.
    /// - Parameters:
    ///   - system: the coding system, as a URL.
    ///   - version: the version of the coding system, nil where it is not known.
    ///   - code: the code.
    public init(system: String, version: String?, code: String) {
        self.system = system
        self.version = version
        self.code = code
        super.init()
    }

    var parts: [AnyHashable?] { [system, version, code] }

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
        archive.set(system, "system")
        archive.set(version, "version")
        archive.set(code, "code")
        coder.encode(archive, forKey: "HKClinicalCoding")
    }

    /// Reads the object from an archive, or gives nil where the archive does not hold one.
    public init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKClinicalCoding"),
            let system = archive.string("system"),
            let code = archive.string("code")
        else { return nil }
        self.system = system
        self.version = archive.string("version")
        self.code = code
        super.init()
    }
}
