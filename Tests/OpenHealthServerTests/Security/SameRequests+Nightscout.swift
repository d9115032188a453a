// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel

extension SameRequests {
    /// Requests for documents, with and without conditions.
    static let nightscoutReads =
        NightscoutRoutes.documents.flatMap { route -> [TwinRequest] in
            let path = route.route.path
            switch route.operation {
            case .list:
                return ["", "?count=1000", "?count=20&find[carbs][$exists]=true", "?find[date][$gte]=0"].map {
                    TwinRequest(route.route, path + $0)
                }
            case .listSome:
                return ["current", "current.txt", "sgv.json", "mbg", "0123456789abcdef01234567"].map {
                    TwinRequest(route.route, path.replacing("{id}", with: $0))
                }
            case .push, .put, .delete, .deleteOne: return []
            }
        }
        + ([
            NightscoutRoutes.check, NightscoutRoutes.verification, NightscoutRoutes.verificationJSON,
            NightscoutRoutes.status, NightscoutRoutes.statusJSON, NightscoutRoutes.properties,
            NightscoutRoutes.statusText, NightscoutRoutes.entriesText,
        ] + NightscoutVersion3Routes.statuses + NightscoutVersion3Routes.modifications).map { TwinRequest($0) }
        + [
            TwinRequest(NightscoutRoutes.watch, "/pebble?count=1000"),
            TwinRequest(NightscoutRoutes.watch, "/pebble?units=mmol"),
            TwinRequest(NightscoutRoutes.someProperties, "/api/v2/properties/bgnow,delta"),
        ]
        + NightscoutVersion3Routes.documents.flatMap { route -> [TwinRequest] in
            let path = route.route.path
            switch route.operation {
            case .search:
                return [
                    "", "?limit=20&sort$desc=date", "?sort=srvModified&date$gt=0",
                    "?fields=identifier,carbs,sgv&skip=1",
                    "?carbs$gte=1&eventType$ne=Note",
                ].map { TwinRequest(route.route, path + $0) }
            case .changes:
                return [
                    TwinRequest(route.route, headers: [("Last-Modified", "Fri, 01 Mar 2030 00:00:00 GMT")]),
                    TwinRequest(route.route),
                ]
            case .changesSince:
                return ["0", "1898553600000", "x"].map {
                    TwinRequest(route.route, path.replacing("{lastModified}", with: $0))
                }
            case .read:
                return ["c", "0123456789abcdef01234567"].map {
                    TwinRequest(route.route, path.replacing("{identifier}", with: $0))
                }
            case .create, .update, .patch, .delete: return []
            }
        }

    /// Returns requests that save documents, some of them at the dates of hidden samples, and change them.
    static func nightscoutWrites(at dates: [Date]) -> [TwinRequest] {
        NightscoutRoutes.documents.flatMap { route -> [TwinRequest] in
            guard route.operation == .push || route.operation == .put else { return [] }
            return (dates + [TwinWorlds.horizon + 7200]).map { date in
                TwinRequest(route.route, nil, document(in: route.collection, at: date))
            }
        }
            + NightscoutVersion3Routes.documents.flatMap { route -> [TwinRequest] in
                let path = route.route.path.replacing("{identifier}", with: "c")
                return switch route.operation {
                case .create, .update:
                    (dates + [TwinWorlds.horizon + 7200]).map { date in
                        TwinRequest(route.route, path, version3(in: route.collection, at: date))
                    }
                case .patch: [TwinRequest(route.route, path, "{\"carbs\":3,\"sgv\":40}")]
                case .search, .changes, .changesSince, .read, .delete: []
                }
            }
    }

    private static func version3(in collection: NightscoutCollection, at date: Date) -> String {
        let facts =
            switch collection {
            case .entries: "\"type\":\"sgv\",\"sgv\":36"
            case .treatments: "\"eventType\":\"Meal Bolus\",\"carbs\":2,\"insulin\":2"
            default: "\"device\":\"x\""
            }
        return "{\"date\":\(Int(date.timeIntervalSince1970 * 1000)),\"app\":\"AAPS\",\(facts)}"
    }

    private static func document(in collection: NightscoutCollection, at date: Date) -> String {
        let milliseconds = Int(date.timeIntervalSince1970 * 1000)
        let text = APIDate.text(date)
        return switch collection {
        case .entries: "[{\"type\":\"sgv\",\"sgv\":36,\"date\":\(milliseconds),\"device\":\"Watch\"}]"
        case .treatments:
            "[{\"_id\":\"a\",\"eventType\":\"Meal Bolus\",\"created_at\":\"\(text)\",\"carbs\":2,\"insulin\":2},"
                + "{\"eventType\":\"Temp Basal\",\"created_at\":\"\(text)\",\"rate\":1,\"duration\":30},"
                + "{\"_id\":\"b\",\"eventType\":\"Note\",\"created_at\":\"\(text)\",\"isValid\":false}]"
        case .activity: "{\"type\":\"hr-bpm\",\"timeStamp\":\(milliseconds),\"bpm\":61}"
        case .profile: "{\"startDate\":\"\(text)\",\"defaultProfile\":\"Default\"}"
        case .deviceStatus: "[{\"created_at\":\"\(text)\",\"device\":\"loop://iPhone\"}]"
        case .food: "{\"created_at\":\"\(text)\",\"name\":\"Bread\",\"carbs\":20}"
        case .settings: "{\"created_at\":\"\(text)\"}"
        }
    }

    /// Requests that delete documents.
    static let nightscoutDeletions =
        NightscoutRoutes.documents.flatMap { route -> [TwinRequest] in
            let path = route.route.path
            switch route.operation {
            case .delete:
                return ["", "?find[_id]=b", "?find[carbs][$gte]=1", "?find[date][$lte]=1900000000000"].map {
                    TwinRequest(route.route, path + $0)
                }
            case .deleteOne:
                return ["a", "unknown"].map { TwinRequest(route.route, path.replacing("{id}", with: $0)) }
            case .push, .put, .list, .listSome: return []
            }
        }
        + NightscoutVersion3Routes.documents.flatMap { route -> [TwinRequest] in
            guard route.operation == .delete else { return [] }
            return ["c?permanent=true", "unknown"].map {
                TwinRequest(route.route, route.route.path.replacing("{identifier}", with: $0))
            }
        }
}
