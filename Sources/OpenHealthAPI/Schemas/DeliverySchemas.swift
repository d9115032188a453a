// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The schemas of background deliveries.
enum DeliverySchemas {
    static let all: [(name: String, schema: JSONSchema)] = [
        ReceiverJSON.format.component, DeliveryJSON.format.component, WebhookJSON.format.component,
        NewWebhookJSON.format.component,
    ]
}
