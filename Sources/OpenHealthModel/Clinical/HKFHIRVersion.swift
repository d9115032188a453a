// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A version of FHIR, the form that health providers exchange records in.
public final class HKFHIRVersion: NSObject, NSCopying, NSSecureCoding, HKValueObject, Sendable {
    /// The first number.
    public let majorVersion: Int
    /// The second number.
    public let minorVersion: Int
    /// The third number.
    public let patchVersion: Int

    private init(_ major: Int, _ minor: Int, _ patch: Int) {
        majorVersion = major
        minorVersion = minor
        patchVersion = patch
        super.init()
    }

    /// Reads a version.
    /// - Parameter versionString: three whole numbers with dots between them, such as `4.0.1`.
    /// - Throws: ``HKObjectValidationError`` where the text is something else.
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

    /// The version that Apple's systems read most in DSTU 2: 1.0.2.
    public class func primaryDSTU2() -> HKFHIRVersion { HKFHIRVersion(1, 0, 2) }

    /// The version that Apple's systems read most in R4: 4.0.1.
    public class func primaryR4() -> HKFHIRVersion { HKFHIRVersion(4, 0, 1) }

    /// The release that the version belongs to; unknown for versions other than 1.0.x and 4.0.x.
    public var fhirRelease: HKFHIRRelease {
        switch (majorVersion, minorVersion) {
        case (1, 0): .dstu2
        case (4, 0): .r4
        default: .unknown
        }
    }

    /// The version as text, such as `4.0.1`.
    public var stringRepresentation: String { "\(majorVersion).\(minorVersion).\(patchVersion)" }

    var parts: [AnyHashable?] { [majorVersion, minorVersion, patchVersion] }

    /// Whether the other is the same version.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of the numbers.
    public override var hash: Int { hashOfParts }

    /// The version itself, which cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// True: archives can be read with secure coding required.
    public static var supportsSecureCoding: Bool { true }

    /// Writes the version to an archive.
    public func encode(with coder: NSCoder) {
        var archive = HKArchive()
        archive.set(stringRepresentation, "version")
        coder.encode(archive, forKey: "HKFHIRVersion")
    }

    /// Reads a version from an archive, or gives nil where the archive does not hold one.
    public convenience init?(coder: NSCoder) {
        guard let text = coder.archive(forKey: "HKFHIRVersion")?.string("version") else { return nil }
        try? self.init(fromVersionString: text)
    }
}
