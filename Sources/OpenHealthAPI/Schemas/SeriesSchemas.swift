// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Schemas of what is inside and beside samples.
enum SeriesSchemas {
    static let all: [(name: String, schema: JSONSchema)] = [
        AttachmentJSON.format.component, JSONFormat.effortRelationship.component,
        JSONFormat.zoneConfiguration.component,
    ]
}
