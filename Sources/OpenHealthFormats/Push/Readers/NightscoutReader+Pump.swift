// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension NightscoutReader {
    /// The names of stops and starts of a pump, in lowercase without spaces.
    private static let pumpEvents = [
        "suspendpump": NightscoutDocument.suspension, "pumpsuspend": NightscoutDocument.suspension,
        "resumepump": NightscoutDocument.resumption, "pumpresume": NightscoutDocument.resumption,
    ]

    /// Returns the kind of a treatment with which a pump stops or starts; nil for other documents.
    ///
    /// Trio and oref0 send these treatments as notes. That of Trio is `PumpSuspend`, and that of oref0 continues with the model of the pump.
    /// Notes that people write do not count. `Basal Suspension` of tconnectsync does not count either: its rates are already without the
    /// suspensions, and its earlier versions send no resumption.
    static func pumpEvent(_ object: PushJSON, in collection: NightscoutCollection) -> String? {
        guard collection == .treatments, let event = object.text("eventType") else { return nil }
        if let kind = pumpEvents[event.lowercased().filter { $0 != " " }] { return kind }
        guard event.lowercased() == "note", let notes = object.text("notes") else { return nil }
        let words = notes.split(maxSplits: 2, whereSeparator: \.isWhitespace)
        guard let first = words.first, first.utf8.count <= longestWord else { return nil }
        return pumpEvents[first.lowercased()]
            ?? (words.count == 2 ? pumpEvents[words.joined().limited(to: 2 * longestWord).lowercased()] : nil)
    }

    /// The maximum number of bytes of a word in the name of an event.
    private static let longestWord = 20

    // MARK: Durations

    /// Returns the milliseconds from the date of a treatment until the end that it states; nil if it states none that is possible.
    static func milliseconds(untilEndOf object: PushJSON, from date: Double) -> Double? {
        object.number("endmills").map { $0 - (date * 1000).rounded() }.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// Returns the fields of the duration that a server of Nightscout derives from a request of version 3: from the end, or else from the
    /// milliseconds, or else from the minutes. All of them state the same then.
    /// - Parameters:
    ///   - isChange: Whether the request changes fields of a stored treatment. Those of a whole treatment are derived from its end only.
    ///   - date: The date of the treatment, in seconds since 1970.
    static func duration(
        in object: PushJSON, isChange: Bool, from date: Double
    ) -> [(key: String, value: JSONValue)] {
        func positive(_ number: Double?) -> Double? { number.flatMap { $0 >= 0 ? $0 : nil } }
        let changed =
            isChange
            ? positive(object.number("durationInMilliseconds"))
                ?? positive(object.number("duration")).map { $0 * 60_000 } : nil
        guard let stated = milliseconds(untilEndOf: object, from: date) ?? changed,
            let milliseconds = Int(exactly: stated.rounded()), let minutes = Int(exactly: (stated / 60_000).rounded()),
            let end = Int(exactly: (date * 1000 + stated).rounded())
        else { return [] }
        return [
            ("duration", .integer(minutes)), ("durationInMilliseconds", .integer(milliseconds)),
            ("endmills", .integer(end)),
        ]
    }
}
