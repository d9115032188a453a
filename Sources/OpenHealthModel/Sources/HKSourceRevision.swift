// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

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

extension HKSourceRevision {
    private static let running = Mutex<HKSourceRevision?>(nil)

    /// The app that a test runs as, instead of the running program; `nil` outside such a test.
    @TaskLocal package static var scoped: HKSourceRevision?

    /// The source of unsaved objects. Its bundle identifier is empty, as on Apple platforms.
    static let unsaved = HKSourceRevision(
        source: HKSource(name: "", bundleIdentifier: ""), version: nil, productType: nil,
        operatingSystemVersion: OperatingSystemVersion(majorVersion: 0, minorVersion: 0, patchVersion: 0))

    /// The source revision of the running program: the app of a test, otherwise the last argument of ``setCurrent(_:)``,
    /// otherwise the names in the environment and of the executable.
    package static var current: HKSourceRevision {
        if let scoped { return scoped }
        return running.withLock { running in
            if let running { return running }
            let found = HKSourceRevision(environment: ProcessInfo.processInfo.environment)
            running = found
            return found
        }
    }

    /// Sets the source revision of the program.
    package static func setCurrent(_ revision: HKSourceRevision) {
        running.withLock { $0 = revision }
    }

    /// Creates the source revision of the running program from its environment: `HEALTHKIT_APP_IDENTIFIER`, `HEALTHKIT_APP_NAME`
    /// and
    /// `HEALTHKIT_APP_VERSION`. If a variable is not set, the main bundle is used, and then the executable's name.
    package convenience init(environment: [String: String]) {
        func variable(_ name: String) -> String? {
            environment["HEALTHKIT_APP_\(name)"].flatMap { $0.isEmpty ? nil : $0 }
        }
        let process = ProcessInfo.processInfo.processName
        let executable = process.isEmpty ? "unknown" : process
        let identifier = variable("IDENTIFIER") ?? Bundle.main.bundleIdentifier ?? executable
        self.init(
            source: HKSource(name: variable("NAME") ?? executable, bundleIdentifier: identifier),
            version: variable("VERSION") ?? Bundle.main.object(forInfoDictionaryKey: "CFBundleVersion") as? String,
            productType: nil, operatingSystemVersion: ProcessInfo.processInfo.operatingSystemVersion)
    }
}
