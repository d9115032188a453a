// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport

extension JSONSchema {
    /// The folder with the schemas.
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Documentation/json")

    /// Reads the schema of an output in `Documentation/json`.
    init(named name: String) throws {
        try self.init(named: name, in: Self.folder)
    }
}
