// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A version of FHIR, the format in which healthcare providers exchange records.
public final class HKFHIRVersion: NSObject, NSCopying, NSSecureCoding, HKArchivedObject, HKValueObject, Sendable {
    /// The major version.
    public let majorVersion: Int
    /// The minor version.
    public let minorVersion: Int
    /// The patch version.
    public let patchVersion: Int

    private init(_ major: Int, _ minor: Int, _ patch: Int) {
        majorVersion = major
        minorVersion = minor
        patchVersion = patch
    }

    /// Creates a version from a string.
    /// - Parameter versionString: Three integers separated by dots, such as `4.0.1`.
    /// - Throws: ``HKObjectValidationError`` if the string has another format.
    public convenience init(fromVersionString versionString: String) throws {
        let numbers = versionString.split(separator: ".", omittingEmptySubsequences: false).map { part in
            part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil
        }
        guard numbers.count == 3, let major = numbers[0], let minor = numbers[1], let patch = numbers[2] else {
            throw HKObjectValidationError(
                .unreadable, "HKFHIRVersion", "the text is not a version of FHIR",
                remedy: "write three whole numbers with dots between them, such as 4.0.1")
        }
        self.init(major, minor, patch)
    }

    /// Returns the primary version of DSTU 2 on Apple platforms: 1.0.2.
    public class func primaryDSTU2() -> HKFHIRVersion { HKFHIRVersion(1, 0, 2) }

    /// Returns the primary version of R4 on Apple platforms: 4.0.1.
    public class func primaryR4() -> HKFHIRVersion { HKFHIRVersion(4, 0, 1) }

    /// The release of the version; `unknown` for versions other than 1.0.x and 4.0.x.
    public var fhirRelease: HKFHIRRelease {
        switch (majorVersion, minorVersion) {
        case (1, 0): .dstu2
        case (4, 0): .r4
        default: .unknown
        }
    }

    /// The version as a string, such as `4.0.1`.
    public var stringRepresentation: String { "\(majorVersion).\(minorVersion).\(patchVersion)" }

    var parts: [AnyHashable?] { [majorVersion, minorVersion, patchVersion] }

    /// Returns a Boolean value that indicates whether the other object is the same version.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the numbers.
    public override var hash: Int { hashOfParts }

    var archive: HKArchive { ["version": stringRepresentation] }

    /// Creates a version from an archive, or returns `nil` if the archive contains none.
    public convenience init?(coder: NSCoder) {
        guard let text = coder.archive(forKey: Self.archiveKey)?.string("version") else { return nil }
        try? self.init(fromVersionString: text)
    }
}
