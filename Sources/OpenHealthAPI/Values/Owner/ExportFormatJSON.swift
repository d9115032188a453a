// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A format of exports on the wire.
package struct ExportFormatJSON: JSONRepresentable {
    package var name: String
    package var summary: String
    package var partlyHeld: [String]
    package var notHeld: [String]

    package init(name: String, summary: String, partlyHeld: [String], notHeld: [String]) {
        self.name = name
        self.summary = summary
        self.partlyHeld = partlyHeld
        self.notHeld = notHeld
    }

    package static let format = JSONFormat<ExportFormatJSON>.object(
        named: "ExportFormat", about: "A format of exports, and the kinds of data that it holds in part or not at all.",
        .required("name", \.name, .string), .required("summary", \.summary, .string),
        .required("partlyHeld", \.partlyHeld, .array(of: .string)),
        .required("notHeld", \.notHeld, .array(of: .string))
    ) { ExportFormatJSON(name: $0, summary: $1, partlyHeld: $2, notHeld: $3) }
}
