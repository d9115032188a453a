// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The formats of the JSON that apps on phones push, and write to files.
package enum PushFormat: String, Sendable, CaseIterable {
    case healthAutoExport = "health-auto-export"
    case healthConnectWebhook = "health-connect-webhook"
    case openWearables = "open-wearables"
    case nightscout

    /// The name of the app.
    package var name: String {
        switch self {
        case .healthAutoExport: "Health Auto Export"
        case .healthConnectWebhook: "HC Webhook"
        case .openWearables: "Open Wearables"
        case .nightscout: "Nightscout"
        }
    }

    /// The lists that only Health Auto Export has.
    private static let exportLists: Set<String> = [
        "metrics", "symptoms", "cycleTracking", "stateOfMind", "medications", "ecg", "heartRateNotifications",
    ]

    /// Returns the format of a document by its keys; nil if it is none of these.
    package static func detected(_ bytes: UnsafeBufferPointer<UInt8>) -> PushFormat? {
        var cursor = JSONCursor(bytes)
        switch cursor.peek() {
        case UInt8(ascii: "["): return .nightscout
        case UInt8(ascii: "{"): break
        default: return nil
        }
        var keys: Set<String> = []
        var lists: [String: Set<String>] = [:]
        // The keys before a fault are those of a document that is cut off.
        try? cursor.entries { key, cursor in
            keys.insert(key)
            guard key == "data", cursor.peek() == UInt8(ascii: "{") else { return try cursor.skip() }
            lists = [:]
            try cursor.entries { list, cursor in
                lists[list] = []
                guard cursor.peek() == UInt8(ascii: "[") else { return try cursor.skip() }
                try cursor.elements { index, cursor in
                    guard index == 0, cursor.peek() == UInt8(ascii: "{") else { return try cursor.skip() }
                    try cursor.entries { field, cursor in
                        lists[list, default: []].insert(field)
                        try cursor.skip()
                    }
                }
            }
        }
        if keys.contains("data") {
            if !exportLists.isDisjoint(with: lists.keys) { return .healthAutoExport }
            if !keys.isDisjoint(with: ["provider", "sdkVersion", "syncTimestamp"]) { return .openWearables }
            if lists["records"] != nil, lists["appVersion"] != nil { return .healthConnectWebhook }
            if !lists.keys.filter({ ["records", "sleep"].contains($0) }).isEmpty { return .openWearables }
            return lists["workouts"].map { $0.contains("startDate") ? .openWearables : .healthAutoExport }
        }
        if !keys.isDisjoint(with: ["sgv", "mbg", "eventType"]) { return .nightscout }
        // The responses of version 3 of Nightscout's interface.
        if keys == ["status", "result"] { return .nightscout }
        return HealthConnectReading.isPush(keys) ? .healthConnectWebhook : nil
    }

    /// Calls a closure with each document of a file and its number; nil if there is only one.
    ///
    /// Logs of receivers and exports of MongoDB have a document on each line. Those of Nightscout are given as one list. A document that is cut off
    /// is given as it is, as is what follows the last document.
    /// - Parameter form: The format of all documents; nil to recognise it.
    package static func eachDocument(
        of bytes: UnsafeBufferPointer<UInt8>, as form: PushFormat? = nil,
        _ body: (Int?, UnsafeBufferPointer<UInt8>) throws -> Void
    ) rethrows {
        let documents = documents(of: bytes)
        guard documents.count > 1 else { return try body(nil, bytes) }
        let isList = documents.allSatisfy { document in
            var cursor = JSONCursor(document)
            return cursor.peek() == UInt8(ascii: "{") && (form ?? detected(document)) == .nightscout
        }
        if isList {
            let list = Array("[".utf8) + documents.joined(separator: ",".utf8) + "]".utf8
            return try list.withUnsafeBufferPointer { try body(nil, $0) }
        }
        for (index, document) in documents.enumerated() { try body(index + 1, document) }
    }

    private static func documents(of bytes: UnsafeBufferPointer<UInt8>) -> [UnsafeBufferPointer<UInt8>] {
        var cursor = JSONCursor(bytes)
        var documents: [UnsafeBufferPointer<UInt8>] = []
        var start = cursor.position
        while let byte = cursor.peek() {
            let isBracket = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
            let isWhole = isBracket && (try? cursor.skip()) != nil
            let end = isWhole ? cursor.position : bytes.count
            documents.append(UnsafeBufferPointer(rebasing: bytes[start..<end]))
            if !isWhole { break }
            start = end
        }
        return documents
    }

    /// Reads a document.
    /// - Parameters:
    ///   - aggregation: The aggregation of the readings of Health Auto Export; nil if it is unknown.
    ///   - now: The current date.
    /// - Throws: A ``FormatError`` or ``HealthAutoExportReader/NotReadable`` if nothing of the document can be read.
    package func read(
        _ bytes: UnsafeBufferPointer<UInt8>, aggregation: HealthAutoExportReader.Aggregation?, now: Date
    ) throws -> PushedBatch {
        switch self {
        case .healthAutoExport: return try HealthAutoExportReader.read(bytes, aggregation: aggregation, now: now)
        case .healthConnectWebhook: return try HealthConnectWebhookReader.batch(bytes, now: now)
        case .openWearables: return try OpenWearablesReader.batch(bytes, now: now)
        case .nightscout: return try NightscoutReader.file(bytes, now: now)
        }
    }
}
