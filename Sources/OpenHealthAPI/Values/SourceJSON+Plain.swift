// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension SourceJSON {
    /// Creates a source without a version.
    package init(source: HKSource) {
        self.init(
            HKSourceRevision(
                source: source, version: nil, productType: nil,
                operatingSystemVersion: OperatingSystemVersion(majorVersion: 0, minorVersion: 0, patchVersion: 0)))
    }
}

extension JSONFormat where Value == HKSource {
    /// The format of an app or device that saves data.
    package static var source: JSONFormat {
        JSONFormat(
            name: "Source",
            JSONSchema.object(["name": .string(), "bundleIdentifier": .string()])
                .described("An app or device that saves data.")
        ) {
            SourceJSON(source: $0).json
        } decode: { (json) throws(Problem) in
            try SourceJSON(json).revision.source
        }
    }
}
