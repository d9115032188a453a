// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

extension HKSourceRevision {
    private static let running = Mutex<HKSourceRevision?>(nil)

    /// The app that a test runs as, instead of the running program; `nil` outside such a test.
    @TaskLocal package static var scoped: HKSourceRevision?

    /// The source of unsaved objects. Its bundle identifier is empty, as on Apple platforms.
    static let unsaved = HKSourceRevision(
        source: HKSource(name: "", bundleIdentifier: ""), version: nil, productType: nil,
        operatingSystemVersion: OperatingSystemVersion(majorVersion: 0, minorVersion: 0, patchVersion: 0))

    /// The source revision of the running program: the app of a test, otherwise the last argument of ``setCurrent(_:)``,
    /// otherwise
    /// the names in the environment and of the executable.
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
