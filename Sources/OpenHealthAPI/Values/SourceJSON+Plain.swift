// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension SourceJSON {
    /// A source of which no version counts.
    package init(source: HKSource) {
        self.init(
            HKSourceRevision(
                source: source, version: nil, productType: nil,
                operatingSystemVersion: OperatingSystemVersion(majorVersion: 0, minorVersion: 0, patchVersion: 0)))
    }
}
