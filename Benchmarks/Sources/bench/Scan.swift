// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel

/// Reads an export to its end without storing it: the cost of an import minus that of the store.
func scan(_ path: String) throws {
    let reader = try AppleHealthExportReader(url: URL(filePath: path))
    var rows = 0
    while let batch = try reader.nextBatch() { rows += batch.rows.count }
    print("\(rows) rows")
}
