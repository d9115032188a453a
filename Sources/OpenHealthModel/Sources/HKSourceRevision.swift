// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The app version and device that saved an object.
public final class HKSourceRevision: NSObject, NSCopying, NSSecureCoding, HKArchivedObject, HKValueObject, Sendable {
    /// The app or device.
    public let source: HKSource
    /// The version of the app, if known.
    public let version: String?
    /// The product type of the device, such as `Watch6,7`, if known.
    public let productType: String?
    /// The version of the operating system; all zeros if unknown.
    public let operatingSystemVersion: OperatingSystemVersion

    /// Creates a revision of a source with any product type and operating system, for use in queries.
    /// - Parameters:
    ///   - source: The app or device.
    ///   - version: The version; `HKSourceRevisionAnyVersion` matches all versions, `nil` a missing version.
    public convenience init(source: HKSource, version: String?) {
        self.init(
            source: source, version: version, productType: HKSourceRevisionAnyProductType,
            operatingSystemVersion: HKSourceRevisionAnyOperatingSystem)
    }

    /// Creates a revision of a source with a product type and an operating system.
    /// - Parameters:
    ///   - source: The app or device.
    ///   - version: The version; `HKSourceRevisionAnyVersion` matches all versions, `nil` a missing version.
    ///   - productType: The product type; `HKSourceRevisionAnyProductType` matches all product types, `nil` a missing one.
    ///   - operatingSystemVersion: The version of the system; ``HKSourceRevisionAnyOperatingSystem`` matches all versions.
    public init(
        source: HKSource, version: String?, productType: String?, operatingSystemVersion: OperatingSystemVersion
    ) {
        self.source = source
        self.version = version
        self.productType = productType
        self.operatingSystemVersion = operatingSystemVersion
    }

    private var systemParts: [Int] {
        let system = operatingSystemVersion
        return [system.majorVersion, system.minorVersion, system.patchVersion]
    }

    var parts: [AnyHashable?] { [source, version, productType, systemParts] }

    /// Returns a Boolean value that indicates whether the other revision has the same properties.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of all properties.
    public override var hash: Int { hashOfParts }

    var archive: HKArchive {
        ["source": source, "version": version, "productType": productType, "system": systemParts]
    }

    /// Creates a revision from an archive, or returns `nil` if the archive contains none.
    public convenience init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: Self.archiveKey),
            let source = archive.object("source", as: HKSource.self),
            let system = archive.integers("system"), system.count == 3
        else { return nil }
        self.init(
            source: source, version: archive.string("version"), productType: archive.string("productType"),
            operatingSystemVersion: OperatingSystemVersion(
                majorVersion: system[0], minorVersion: system[1], patchVersion: system[2]))
    }
}

/// The wildcard of a source revision for any version of the operating system. Its numbers differ from Apple's.
public let HKSourceRevisionAnyOperatingSystem = OperatingSystemVersion(
    majorVersion: -1, minorVersion: -1, patchVersion: -1)
