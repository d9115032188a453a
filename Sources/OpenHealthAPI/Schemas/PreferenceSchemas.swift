// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The schemas of the owner's preferences.
enum PreferenceSchemas {
    static let all: [(name: String, schema: JSONSchema)] = [
        PreferencesJSON.Goal.format.component, PreferencesJSON.format.component,
        PreferencesChangeJSON.format.component, SourceSummaryJSON.format.component, SourceOrderJSON.format.component,
        ExportFormatJSON.format.component,
    ]
}
