// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

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
