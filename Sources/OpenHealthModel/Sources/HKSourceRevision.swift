// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A version of an app on a machine: what saved an object.
public final class HKSourceRevision: NSObject, NSCopying, NSSecureCoding, HKValueObject, Sendable {
    /// The app or device.
    public let source: HKSource
    /// The version of the app, where it is known.
    public let version: String?
    /// The kind of machine, such as `Watch6,7`, where it is known.
    public let productType: String?
    /// The version of the machine's operating system; all zeros where it is not known.
    public let operatingSystemVersion: OperatingSystemVersion

    /// Names a version of a source on any machine, as a query asks for it.
    /// - Parameters:
    ///   - source: the app or device.
    ///   - version: its version; `HKSourceRevisionAnyVersion` stands for all of them, nil for none.
    public convenience init(source: HKSource, version: String?) {
        self.init(
            source: source, version: version, productType: HKSourceRevisionAnyProductType,
            operatingSystemVersion: HKSourceRevisionAnyOperatingSystem)
    }

    /// Names a version of a source on a kind of machine.
    /// - Parameters:
    ///   - source: the app or device.
    ///   - version: its version; `HKSourceRevisionAnyVersion` stands for all of them, nil for none.
    ///   - productType: the kind of machine; `HKSourceRevisionAnyProductType` stands for all of them, nil for none.
    ///   - operatingSystemVersion: the version of its system; ``HKSourceRevisionAnyOperatingSystem`` stands for all.
    public init(
        source: HKSource, version: String?, productType: String?, operatingSystemVersion: OperatingSystemVersion
    ) {
        self.source = source
        self.version = version
        self.productType = productType
        self.operatingSystemVersion = operatingSystemVersion
        super.init()
    }

    private var systemParts: [Int] {
        let system = operatingSystemVersion
        return [system.majorVersion, system.minorVersion, system.patchVersion]
    }

    var parts: [AnyHashable?] { [source, version, productType, systemParts] }

    /// Whether the other names the same version of the same source on the same kind of machine.
    public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

    /// A hash of everything that the revision names.
    public override var hash: Int { hashOfParts }

    /// The revision itself, which cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// True: archives can be read with secure coding required.
    public static var supportsSecureCoding: Bool { true }

    /// Writes the revision to an archive.
    public func encode(with coder: NSCoder) {
        var archive = HKArchive()
        archive.set(object: source, "source")
        archive.set(version, "version")
        archive.set(productType, "productType")
        archive.set(systemParts, "system")
        coder.encode(archive, forKey: "HKSourceRevision")
    }

    /// Reads a revision from an archive, or gives nil where the archive does not hold one.
    public init?(coder: NSCoder) {
        guard let archive = coder.archive(forKey: "HKSourceRevision"),
            let source = archive.object("source", as: HKSource.self),
            let system = archive.integers("system"), system.count == 3
        else { return nil }
        self.source = source
        self.version = archive.string("version")
        self.productType = archive.string("productType")
        self.operatingSystemVersion = OperatingSystemVersion(
            majorVersion: system[0], minorVersion: system[1], patchVersion: system[2])
        super.init()
    }
}

/// The wildcard of a source revision “any version of the operating system”. The numbers behind it are ours.
public let HKSourceRevisionAnyOperatingSystem = OperatingSystemVersion(
    majorVersion: -1, minorVersion: -1, patchVersion: -1)
