// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The schemas of types.
enum TypeSchemas {
    static let all: [(name: String, schema: JSONSchema)] = [VisibleTypeJSON.format.component]
}
