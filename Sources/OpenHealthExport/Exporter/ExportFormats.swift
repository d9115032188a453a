// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The formats in which a store can be exported.
package enum ExportFormats {
    /// All formats, in the order of the help.
    package static let all: [any ExportFormat] = [
        AppleExport(), TableExport.csv, TableExport.ndjson, ParquetExport(), GPXExport(), FHIRExport(),
        FITExport(), HealthConnectExport(), OMOPExport(), OpenMHealthExport(),
    ]

    /// The format that is used if none is chosen.
    package static var standard: any ExportFormat { all[0] }

    /// Returns the format for the import of Health Connect, with the records added to those of a phone.
    /// - Parameter base: an export of the phone.
    package static func healthConnect(base: URL) -> any ExportFormat { HealthConnectExport(base: base) }

    /// Returns the format with a name.
    /// - Throws: an ``ExportError`` if there is none.
    package static func named(_ name: String) throws(ExportError) -> any ExportFormat {
        if let format = all.first(where: { $0.name == name }) { return format }
        throw ExportError(
            .unknownFormat, message: "no export format is called \(name.debugDescription)",
            remedy: "choose one of \(all.map(\.name).joined(separator: ", "))")
    }

    /// A table of kinds and formats in Markdown, from the declarations of the formats.
    package static var table: String {
        var lines = [
            "| | " + all.map(\.name).joined(separator: " | ") + " |",
            "| --- |" + String(repeating: " --- |", count: all.count),
        ]
        for kind in ExportKind.allCases {
            let cells = all.map { $0.kinds[kind].rawValue }
            lines.append("| \(kind.title) | " + cells.joined(separator: " | ") + " |")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
