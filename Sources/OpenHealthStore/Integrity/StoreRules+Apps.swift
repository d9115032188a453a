// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

extension StoreRules {
    package static let apps: [Rule] = [
        Rule(
            "a permission for ? has an unknown answer",
            "SELECT type FROM permission WHERE share NOT IN (0, 1, 2) OR read NOT IN (0, 1, 2)"),
        Rule(
            "a permission for ? is limited without being given",
            "SELECT type FROM permission WHERE read_from IS NOT NULL AND read <> 2"),
        Rule(
            "an app with the number ? may see an object whose UUID is not 16 bytes",
            "SELECT app FROM object_permission WHERE length(uuid) <> 16"),
        Rule(
            "a delivery of ? has acknowledged a place beyond the counter",
            "SELECT type FROM background_delivery WHERE anchor > (SELECT value FROM counter WHERE name = 'change')"),
        Rule(
            "a delivery of ? has an unknown frequency",
            "SELECT type FROM background_delivery WHERE frequency NOT BETWEEN 1 AND 4"),
        Rule("the attachment ? has a UUID of another size", "SELECT id FROM attachment WHERE length(uuid) <> 16"),
        Rule(
            "the metadata of the attachment ? is not JSON",
            "SELECT id FROM attachment WHERE metadata IS NOT NULL AND NOT json_valid(metadata)"),
        Rule("the medication ? is not JSON", "SELECT id FROM medication WHERE NOT json_valid(detail)"),
    ]

    package static let series: [Rule] = [
        Rule(
            "a reading of the series at place ? ends before it starts",
            "SELECT DISTINCT series FROM quantity_series WHERE end < start"),
        Rule(
            "the beats of the series at place ? are not in chronological order",
            """
            SELECT DISTINCT series FROM (SELECT series, time, position,
                lag(time) OVER beats AS before, lag(position, 1, -1) OVER beats AS last
            FROM heartbeat_series WINDOW beats AS (PARTITION BY series ORDER BY position))
            WHERE time < before OR position <> last + 1
            """),
        Rule(
            "the series of readings at place ? is not in the list of series",
            "SELECT DISTINCT series FROM quantity_series WHERE series NOT IN (SELECT id FROM quantity_series_sample)"),
        Rule(
            "the list of series names the place ?, which has no readings",
            "SELECT id FROM quantity_series_sample WHERE id NOT IN (SELECT series FROM quantity_series)"),
    ]
}
