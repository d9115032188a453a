// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The schemas of imports.
enum ImportSchemas {
    static let all: [(name: String, schema: JSONSchema)] = [("Import", entry)]

    private static let entry = JSONSchema.object(
        ["id": .uuid, "status": .one(of: ["importing", "done", "failed"]), "records": .integer(0...Int.max)],
        optional: [
            "fraction": JSONSchema.number.described("How much of the input has been read, from 0 to 1."),
            "receipt": JSONSchema.object(isOpen: true).described("What was read, added, there already and left out."),
            "code": JSONSchema.string().described(
                "The kind of what went wrong: truncated, notAnExport, corruptArchive, diskFull, stopped and others."),
            "detail": JSONSchema.string().described("What went wrong, and what to do."),
        ]
    ).described("An import of an export.")
}
