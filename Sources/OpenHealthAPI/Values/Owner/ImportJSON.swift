// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The progress or the result of an import.
package struct ImportJSON: JSONRepresentable {
    /// The status of an import.
    package enum Status: String, CaseIterable, Sendable {
        case importing, done, failed
    }

    package var id: UUID
    package var status: Status
    package var records: Int
    /// The read fraction of the input, from 0 to 1.
    package var fraction: Double?
    package var receipt: JSONValue?
    /// The kind of the error, for programs.
    package var code: String?
    /// The error and its remedy.
    package var detail: String?

    package static let format = JSONFormat<ImportJSON>.object(
        named: "Import", about: "An import of an export.",
        .required("id", \.id, .uuid),
        .required("status", \.status, .one(of: Status.allCases.map { ($0.rawValue, $0) })),
        .required("records", \.records, .integer(0...Int.max)),
        .optional("fraction", \.fraction, .number.described("The read fraction of the input, from 0 to 1.")),
        .optional("receipt", \.receipt, receipt),
        .optional(
            "code", \.code,
            .string.described(
                "The kind of the error: truncated, notAnExport, corruptArchive, diskFull, stopped and others.")),
        .optional("detail", \.detail, .string.described("The error and its remedy."))
    ) { id, status, records, fraction, receipt, code, detail in
        ImportJSON(
            id: id, status: status, records: records, fraction: fraction, receipt: receipt, code: code, detail: detail)
    }

    private static let receipt = JSONFormat<JSONValue>(
        JSONSchema.object(isOpen: true).described("The counts of read, added, existing and rejected records.")
    ) {
        $0
    } decode: { (json) throws(Problem) in
        json.value
    }
}

extension ImportJSON {
    /// Creates the state of an import in progress.
    package init(inProgress id: UUID, records: Int, fraction: Double?) {
        self.init(id: id, status: .importing, records: records, fraction: fraction)
    }
}

/// A format of exports on the wire.
package typealias ExportFormatJSON = (name: String, summary: String, partlyHeld: [String], notHeld: [String])

extension JSONFormat where Value == ExportFormatJSON {
    /// The format of a format of exports.
    package static let exportFormat = JSONFormat.object(
        named: "ExportFormat", about: "A format of exports, and the kinds of data that it holds in part or not at all.",
        .required("name", \.name, .string), .required("summary", \.summary, .string),
        .required("partlyHeld", \.partlyHeld, .array(of: .string)),
        .required("notHeld", \.notHeld, .array(of: .string))
    ) { (name: $0, summary: $1, partlyHeld: $2, notHeld: $3) }
}
