// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport

extension JSONSchema {
    /// Reads the schema of an output in `Cohorts/Documentation/json`.
    init(named name: String) throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        try self.init(named: name, in: package.appendingPathComponent("Documentation/json"))
    }
}
