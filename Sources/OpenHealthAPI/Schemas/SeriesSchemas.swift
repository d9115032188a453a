// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The schemas of data inside samples and of attachments.
enum SeriesSchemas {
    static let all: [(name: String, schema: JSONSchema)] = [
        AttachmentJSON.format.component, JSONFormat.effortRelationship.component,
        JSONFormat.zoneConfiguration.component,
    ]
}
