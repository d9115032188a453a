// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The schemas of imports.
enum ImportSchemas {
    static let all: [(name: String, schema: JSONSchema)] = [ImportJSON.format.component]
}
