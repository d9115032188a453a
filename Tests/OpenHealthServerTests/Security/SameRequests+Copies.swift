// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel

@testable import OpenHealthServer

extension SameRequests {
    /// The pushes of copies of the hidden imported samples, and of samples that differ from them only in their value, each with a
    /// deletion of what was pushed and between repetitions.
    ///
    /// ``TwinWorlds`` imports a sample of each quantity and category type.
    func copying(_ types: [HKSampleType]) -> [TwinRequest] {
        types.flatMap { type -> [TwinRequest] in
            [0.0, 1].flatMap { difference -> [TwinRequest] in
                let uuid = UUID()
                guard let sample = Self.copy(of: type, uuid: uuid, difference: difference) else { return [] }
                let push = TwinRequest(PhoneRoutes.healthKit.route, nil, "{\"samples\":[\(sample)]}")
                let deletion = TwinRequest(PhoneRoutes.healthKit.route, nil, "{\"deleted\":[\"\(uuid.uuidString)\"]}")
                return [push, push, deletion, deletion, push]
            }
        }
    }

    /// The pushes of copies of hidden samples and of other samples in other formats.
    var copyingInOtherFormats: [TwinRequest] {
        let date = TwinWorlds.start + 7200
        let text = APIDate.text(date)
        let next = APIDate.text(date + 1)
        let milliseconds = Int(date.timeIntervalSince1970 * 1000)
        return [text, next].flatMap { text -> [TwinRequest] in
            let points = "[{\"date\":\"\(text)\",\"qty\":2,\"source\":\"Watch\"}]"
            let metrics = [("heart_rate", "bpm"), ("step_count", "count"), ("weight_body_mass", "kg")].map {
                name, unit in
                "{\"name\":\"\(name)\",\"units\":\"\(unit)\",\"data\":\(points)}"
            }
            let pressure =
                "{\"name\":\"blood_pressure\",\"units\":\"mmHg\",\"data\":[{\"date\":\"\(text)\",\"systolic\":120,"
                + "\"diastolic\":80,\"source\":\"Cuff\"}]}"
            let body = "{\"data\":{\"metrics\":[\((metrics + [pressure]).joined(separator: ","))]}}"
            let path = "/v1/ingest/health-auto-export?aggregation="
            return [
                TwinRequest(IngestRoutes.healthAutoExport.route, path + "none", body),
                TwinRequest(IngestRoutes.healthAutoExport.route, path + "none", body),
                TwinRequest(IngestRoutes.healthAutoExport.route, path + "hours", body),
                TwinRequest(
                    PhoneRoutes.webhook.route, nil,
                    "{\"steps\":[{\"count\":2,\"start_time\":\"\(text)\",\"end_time\":\"\(text)\"}]}"),
                TwinRequest(
                    NightscoutRoutes.route(.push, .treatments), nil,
                    "[{\"eventType\":\"Meal Bolus\",\"created_at\":\"\(text)\",\"carbs\":2,\"insulin\":2}]"),
                TwinRequest(
                    NightscoutRoutes.route(.push, .entries), nil,
                    "[{\"type\":\"sgv\",\"sgv\":36,\"date\":\(milliseconds)}]"),
            ]
        }
    }

    /// Returns the JSON of a copy of the imported sample of a type.
    private static func copy(of type: HKSampleType, uuid: UUID, difference: Double) -> String? {
        let date = APIDate.text(TwinWorlds.start + 7200)
        let value: String
        switch type {
        case let type as HKQuantityType:
            value = "\"value\":\(2 + difference),\"unit\":\"\(type.canonicalUnit.unitString)\""
        case let type as HKCategoryType:
            let allowed = type.facts.valueEnum.map { HealthEnums.allowedValues(ofEnum: $0).sorted() } ?? [0]
            value = "\"value\":\(difference == 0 ? allowed.first ?? 0 : allowed.last ?? 0)"
        default: return nil
        }
        return """
            {"uuid":"\(uuid.uuidString)","type":"\(type.identifier)","startDate":"\(date)","endDate":"\(date)",\(value),
            "source":{"name":"Watch","bundleIdentifier":"com.apple.health"}}
            """
    }
}
