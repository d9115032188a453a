// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

extension AppIdentity {
    /// The identity of the running program according to its environment: `HEALTHKIT_APP_IDENTIFIER`, `HEALTHKIT_APP_NAME` and
    /// `HEALTHKIT_APP_VERSION`. If a variable is not set, the main bundle is used, and then the executable's name.
    public static var current: AppIdentity {
        AppIdentity(HKSourceRevision(environment: ProcessInfo.processInfo.environment))
    }

    init(_ revision: HKSourceRevision) {
        self.init(
            identifier: revision.source.bundleIdentifier, name: revision.source.name, version: revision.version,
            productType: revision.productType, operatingSystemVersion: Self.text(revision.operatingSystemVersion))
    }

    /// The source revision of `HKSource.default()` and new samples.
    package var sourceRevision: HKSourceRevision {
        HKSourceRevision(
            source: HKSource(name: name, bundleIdentifier: identifier), version: version, productType: productType,
            operatingSystemVersion: Self.system(operatingSystemVersion))
    }

    private static func text(_ system: OperatingSystemVersion) -> String? {
        if system.majorVersion == 0 && system.minorVersion == 0 && system.patchVersion == 0 { return nil }
        return "\(system.majorVersion).\(system.minorVersion).\(system.patchVersion)"
    }

    private static func system(_ text: String?) -> OperatingSystemVersion {
        let numbers = (text ?? "").split(separator: ".").map { Int($0) ?? 0 } + [0, 0, 0]
        return OperatingSystemVersion(
            majorVersion: numbers[0], minorVersion: numbers[1], patchVersion: numbers[2])
    }
}
