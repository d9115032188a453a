// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension DocumentReading {
    /// The keys of the rate and the time of a delivery.
    private static let deliveryKeys: Set = [
        "amount", "rate", "absolute", "percent", "relative", "enteredinsulin", "splitExt", "duration",
        "durationInMilliseconds", "endmills",
    ]

    mutating func readTreatment(_ builder: inout PushBuilder) {
        for key in document.faultyNumbers {
            refuse(
                "\(key) is not a number", remedy: "send a number with a decimal point", at: "\(pointer)/\(key)",
                &builder)
        }
        readFingerPrick(&builder)
        // Another statement of an amount or a time is no replacement of one that cannot be read.
        let hasDelivery = Self.deliveryKeys.isDisjoint(with: document.faultyNumbers)
        if document.isTemporaryBasal {
            if hasDelivery { readTemporaryBasal(&builder) }
        } else {
            readBolus(&builder)
            if hasDelivery { readExtendedBolus(&builder) }
        }
        // A meal can be some minutes after its bolus.
        let delay = object.number("preBolus") ?? 0
        for part in [NightscoutPart.carbs, .protein, .fat] {
            let key = part.rawValue
            guard let grams = object.number(key), grams != 0 else { continue }
            guard NightscoutReader.mealDelays.contains(delay) else {
                refuse("preBolus is not a possible number of minutes", at: pointer + "/preBolus", &builder)
                continue
            }
            if grams > 0 {
                let minutes = part == .carbs ? mealMinutes(&builder) : 0
                // Apple Health and Health Connect can have the meal as a moment.
                var reading = reading(part, endKnown: minutes == 0)
                reading.start += delay * 60
                reading.end += (delay + minutes) * 60
                add(part, grams, unit: "g", reading, &builder)
            } else {
                refuse("\(key) is negative", at: pointer + "/" + key, &builder)
            }
        }
    }

    /// The stated duration in minutes; nil if there is none. The milliseconds that AndroidAPS sends in addition are exact, and do not count if
    /// someone has changed the minutes. The end counts if there is no duration.
    private var duration: Double? {
        let exact = object.number("durationInMilliseconds").map { $0 / 60_000 }
        guard let minutes = object.number("duration"), let exact else {
            return object.number("duration") ?? exact
                ?? NightscoutReader.milliseconds(untilEndOf: object, from: document.date).map { $0 / 60_000 }
        }
        return (exact - minutes).magnitude < 1 ? exact : minutes
    }

    /// The kinds of treatments whose duration is that of the carbohydrates. That of other kinds is the time of exercise or of a delivery.
    private static let mealKinds: Set = ["", "<none>", "Carb Correction", "Meal Bolus", "Snack Bolus"]

    /// Returns the minutes over which carbohydrates are spread, as AndroidAPS sends them without insulin.
    private func mealMinutes(_ builder: inout PushBuilder) -> Double {
        guard Self.mealKinds.contains(document.kind), (object.number("insulin") ?? 0) <= 0,
            (object.number("splitExt") ?? 0) <= 0, let stated = duration
        else { return 0 }
        // Earlier versions of AndroidAPS send milliseconds as the duration, of whole minutes at least.
        let minutes = stated >= 60_000 ? stated / 60_000 : stated
        guard Self.durations.contains(minutes) else {
            if document.place != nil {
                builder.warn("the carbohydrates have no possible duration", at: pointer + "/duration")
            }
            return 0
        }
        return minutes
    }

    /// The possible durations in minutes.
    private static let durations = 0.0...1440.0
    /// The possible durations of temporary basal rates in minutes, of which the first day counts. Larger numbers can be milliseconds.
    private static let basalDurations = 0.0..<60_000.0

    /// Reads the glucose of a finger prick. Treatments also state the reading of a sensor, which is an entry.
    private mutating func readFingerPrick(_ builder: inout PushBuilder) {
        // xDrip4iOS appends the value in the unit of the person, as in "Finger: 5.6 mmol/L".
        let kind =
            object.text("glucoseType")?.lowercased().prefix { $0 != ":" }
            ?? (document.kind == "BG Check" ? "finger" : "")
        guard ["finger", "manual", "meter"].contains(kind), let value = object.number("glucose"), value != 0 else {
            return
        }
        var reading = reading(.glucose)
        reading.metadata.append(Self.isMeter)
        addGlucose(value, key: "glucose", reading, &builder)
    }

    private mutating func readBolus(_ builder: inout PushBuilder) {
        guard let units = object.number("insulin"), units != 0 else { return }
        guard units > 0 else { return refuse("insulin is negative", at: pointer + "/insulin", &builder) }
        guard object.text("type") != "PRIMING" else {
            return refuse("insulin that fills the tube is not delivered", at: pointer + "/insulin", &builder)
        }
        // AndroidAPS states a basal injection, and Juggluco notes it, or names the insulin.
        let isStated: Bool = if case .bool(true)? = object["isBasalInsulin"]?.value { true } else { false }
        let isBasal =
            isStated || object.text("notes") == "Long-Acting"
            || object.text("insulinType").map(LongActingInsulin.contains) == true
        // The time that the delivery takes is not stated.
        if !isBasal, let injected = injections(of: units), injected.longActing > 0 {
            if injected.others > 0 {
                addInsulin(injected.others, isBasal: false, reading(.insulin, endKnown: false), &builder)
            }
            let reading = reading(.longActing, endKnown: false)
            addInsulin(injected.longActing, isBasal: true, reading, part: .longActing, &builder)
        } else {
            addInsulin(units, isBasal: isBasal, reading(.insulin, endKnown: false), &builder)
        }
    }

    /// The greatest difference of the sum of injections from the stated units, which are sums of rounded numbers.
    private static let injectionTolerance = 0.001

    /// Returns the units of the injections of which a dose consists, as xDrip+ lists them, in a text or as they are; nil if they are not listed or have
    /// another sum.
    private func injections(of units: Double) -> (longActing: Double, others: Double)? {
        guard let stated = object["insulinInjections"] else { return nil }
        guard let list = stated.value.string.map({ JSONValue($0) }) ?? stated.value, list.array != nil else {
            return nil
        }
        var sums = (longActing: 0.0, others: 0.0)
        for injection in PushJSON(list).elements {
            guard let units = injection.number("units"), units >= 0 else { return nil }
            if injection.text("insulin").map(LongActingInsulin.contains) == true {
                sums.longActing += units
            } else {
                sums.others += units
            }
        }
        return (sums.longActing + sums.others - units).magnitude <= Self.injectionTolerance ? sums : nil
    }

    /// Reads the part of a bolus that is delivered over time, which `insulin` does not contain: its rate in units per hour, or its percentage
    /// of the whole.
    private mutating func readExtendedBolus(_ builder: inout PushBuilder) {
        guard let share = object.number("splitExt"), share > 0 else { return }
        guard let minutes = duration, Self.durations.contains(minutes), minutes > 0 else {
            return refuse("the extended bolus has no possible duration", at: pointer + "/duration", &builder)
        }
        let units =
            object.number("relative").map { $0 * minutes / 60 }
            ?? object.number("enteredinsulin").map { $0 * share / 100 }
        guard let units, units > 0 else {
            return refuse("the extended bolus has no amount", at: pointer, &builder)
        }
        var reading = reading(.extended)
        reading.end += minutes * 60
        addInsulin(units, isBasal: false, reading, part: .extended, &builder)
    }

    private mutating func addInsulin(
        _ units: Double, isBasal: Bool, _ reading: PushBuilder.Reading, part: NightscoutPart = .insulin,
        _ builder: inout PushBuilder
    ) {
        let reason: HKInsulinDeliveryReason = isBasal ? .basal : .bolus
        var reading = reading
        reading.metadata.append(MetadataPair(key: HKMetadataKeyInsulinDeliveryReason, value: "\(reason.rawValue)"))
        add(part, units, unit: "IU", reading, &builder)
    }

    /// Whether the rate beside a percentage is in units per hour: AAPS computes it from the profile. A rate that is the percentage is none.
    private var hasComputedRate: Bool {
        if document.isOfVersion3, object.text("app") == "AAPS" { return true }
        guard let rate = object.number("rate"), object.has("durationInMilliseconds"),
            object.text("enteredBy") == "openaps://AndroidAPS"
        else { return false }
        return rate == 0 || object.number("percent") != rate - 100
    }

    /// Reads the insulin of a temporary basal rate: the delivered amount if it is stated, or else the rate until its end or the start of the
    /// next one, without the time in which the pump is stopped. A rate without a duration ends the one before. On a server of Nightscout, a rate has any
    /// duration; here, its first day counts, unless the next one starts before.
    private mutating func readTemporaryBasal(_ builder: inout PushBuilder) {
        let stated = duration.flatMap { Self.basalDurations.contains($0) ? $0 : nil }
        let minutes = stated.map { min($0, Self.durations.upperBound) }
        var reading = reading(.insulin)
        if let amount = object.number("amount") {
            guard amount >= 0 else { return refuse("amount is negative", at: pointer + "/amount", &builder) }
            reading.end += (minutes ?? 0) * 60
            if amount > 0 { addInsulin(amount, isBasal: true, reading, &builder) }
            return
        }
        // oref0 sends the percentage as the rate, too.
        let isPercentage =
            (object.text("temp")?.hasPrefix("percent") == true || object.has("percent"))
            && !hasComputedRate
        let rate = object.number("absolute") ?? (isPercentage ? nil : object.number("rate"))
        guard let rate, rate >= 0 else {
            return refuse(
                isPercentage
                    ? "a percentage of the basal rate is not an amount" : "the temporary basal rate has no rate",
                at: pointer, &builder)
        }
        guard let minutes else {
            return refuse("the temporary basal rate has no possible duration", at: pointer + "/duration", &builder)
        }
        let end = min(document.date + minutes * 60, document.next ?? .infinity)
        if stated != minutes, end == document.date + minutes * 60, document.place != nil {
            builder.warn("only the first day of the temporary basal rate counts", at: pointer + "/duration")
        }
        var deliveries = document.deliveries(until: end)[...]
        for part in NightscoutPart.deliveries {
            guard let first = deliveries.first else { return }
            // The last part has all that is left.
            let own = part == NightscoutPart.deliveries.last ? deliveries : deliveries.prefix(1)
            deliveries = deliveries.dropFirst(own.count)
            var reading = self.reading(part)
            (reading.start, reading.end) = (first.lowerBound, own.last?.upperBound ?? first.upperBound)
            let units = rate * own.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) } / 3600
            if units > 0 { addInsulin(units, isBasal: true, reading, part: part, &builder) }
        }
    }
}
