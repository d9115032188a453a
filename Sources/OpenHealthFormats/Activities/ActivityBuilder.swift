// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A builder of batches from the files of an import.
final class ActivityBuilder {
    /// Whether a problem of a file is an error.
    let isStrict: Bool
    /// The path of the file that is being read.
    var file = "" {
        didSet { (isFileCutOff, knownFile, isFileNamed, partsOfFile) = (false, KnownFile(), false, 0) }
    }
    /// Whether a diagnostic names the file that is being read, and the number of files that one names.
    private var (isFileNamed, namedFiles) = (false, 0)
    /// Whether the file that is being read is cut off.
    var isFileCutOff = false
    /// The number of parts of the file that is being read.
    private var partsOfFile = 0
    /// The maximum number of parts of a file.
    private let maximumParts: Int
    /// The content of the file that is being read, for other inputs of the call.
    private(set) var knownFile = KnownFile()
    /// The summaries of the account that the files belong to; nil for files alone.
    private(set) var summaries: ActivitySummaries?
    /// The workouts that wait for their summaries.
    private var waiting = WaitingWorkouts()
    /// The readings of the files of an account.
    private(set) var readings = KnownReadings()
    /// The resting heart rates of days, which are added at the end.
    var restingRates = RestingHeartRates()
    /// The numbers of messages about health that are not read, by their names.
    private var unread: [String: Int] = [:]
    /// The name of the format of the file that is being read.
    var format = ""
    /// The batch since ``takeBatch()``.
    private(set) var batch = SampleBatch()
    /// The counts of the reader.
    var tally = ReaderTally()

    private var types: [String: Int32] = [:]
    private var provenances: [ProvenanceData: Int32] = [:]
    private var points = 0
    /// The workouts that have been added.
    private var known = KnownWorkouts()
    /// The blood pressures and heartbeat series that have been added. Files of a device overlap.
    private var knownItems: Set<ItemKey> = []

    /// The identity of a blood pressure or a heartbeat series among the files of an import.
    private struct ItemKey: Hashable {
        var isPressure: Bool
        var start: Double
        var end: Double
        var source: ProvenanceData
    }

    /// The number of records and points in a batch.
    private static let size = 16_384
    /// The number of files that diagnostics name. A person has tens of thousands at most.
    private static let maximumNamed = 50_000

    /// Creates a builder.
    /// - Parameters:
    ///   - isStrict: Whether a problem of a file is an error.
    ///   - maximumParts: The maximum number of points, laps and readings of a file. A recording of a point each second has a million after 11
    ///     days. Parts are in memory until the end of their file, and can have less than a byte in it, packed.
    init(isStrict: Bool, maximumParts: Int = 1_000_000) {
        self.isStrict = isStrict
        self.maximumParts = maximumParts
    }

    /// Begins the files of an account, or those of none. What the files of another account have says nothing about its documents.
    /// - Parameter owner: The owner of the account, if the call has accounts of several owners.
    func begin(_ summaries: ActivitySummaries?, of owner: String?) {
        self.summaries = summaries
        readings = KnownReadings()
        restingRates.owner = owner
    }

    /// Counts parts of the file that is being read.
    /// - Throws: A ``FormatError`` with the code `tooLarge` if the file has too many.
    func count(parts: Int = 1) throws {
        partsOfFile += parts
        guard partsOfFile <= maximumParts else {
            throw FormatError(
                .tooLarge, file: file,
                message: "the file has more than \(maximumParts) points, laps and readings, and was read no further",
                remedy: "divide the file; recordings of single activities are smaller")
        }
    }

    /// Whether the batch has its size.
    var isFull: Bool {
        batch.rows.count + batch.counts.count + points >= Self.size || batch.items.count + batch.versions.count >= 1000
    }

    /// Returns the batch, and begins another.
    func takeBatch() -> SampleBatch {
        var full = batch
        full.tally = tally
        full.hasRepeats = true
        batch = SampleBatch()
        points = 0
        return full
    }

    // MARK: Problems

    /// Reports a problem of the file.
    /// - Parameters:
    ///   - severity: Whether its contents were kept.
    ///   - isCutOff: Whether the file was not read to its end.
    /// - Throws: The problem, if the import is strict.
    func problem(
        _ severity: ImportDiagnostic.Severity, _ reason: String, line: Int = 0, isCutOff: Bool = false
    ) throws {
        let diagnostic = ImportDiagnostic(
            severity: severity, file: file, line: line, element: format.uppercased(), reason: reason)
        if isStrict { throw FormatError.rejected(diagnostic) }
        if isCutOff { (tally.complete, isFileCutOff) = (false, true) }
        note(diagnostic)
    }

    /// Reports something that is no reason to refuse the file.
    func remark(_ reason: String, line: Int = 0) {
        note(
            ImportDiagnostic(
                severity: .warning, file: file, line: line, element: format.uppercased(), reason: reason))
    }

    /// Names a document that has been read in the problems that follow.
    func report(on document: String) {
        if file != document { file = document }
    }

    /// Reports the planned routes of a file, such as courses, which are no activities.
    /// - Parameter isAlone: Whether the file has nothing else.
    /// - Throws: A ``FormatError`` with the code `plannedRoute` if the file has nothing else.
    func endPlannedRoutes(_ count: Int, isAlone: Bool) throws {
        guard count > 0 else { return }
        guard !isAlone else {
            throw FormatError(
                .plannedRoute, file: file, message: "the file has a planned route (course), and no activity",
                remedy: "give the file of the activity that was recorded")
        }
        remark("planned routes (courses) were left out: \(count)")
    }

    /// Reports scores of 0 or less, which devices write where they have none.
    func remarkEmptyScores(_ count: Int) {
        if count > 0 { remark("scores of 0 or less were left out: \(count)") }
    }

    /// Notes a message about health that is not read. ``endDays()`` reports the number of them.
    func noteUnread(_ name: String) { unread[name, default: 0] += 1 }

    private func note(_ diagnostic: ImportDiagnostic) {
        tally.diagnosticCount += 1
        let isNew = !isFileNamed && namedFiles < Self.maximumNamed
        if isNew { (isFileNamed, namedFiles) = (true, namedFiles + 1) }
        if isNew || tally.diagnosticCount <= ReaderTally.diagnosticLimit { batch.diagnostics.append(diagnostic) }
    }

    // MARK: Records

    /// The indices of a type and of an origin with the type's unit.
    struct Series {
        fileprivate var type: Int32
        fileprivate var provenance: Int32
    }

    /// Returns the indices of the records of a type from a source.
    func series(_ type: HKQuantityTypeIdentifier, _ source: ProvenanceData) -> Series {
        Series(
            type: index(ofType: type.rawValue),
            provenance: index(of: source, unit: HKQuantityType(type).canonicalUnit.unitString))
    }

    /// Adds a quantity in the canonical unit of its type.
    func add(_ series: Series, _ value: Double, from start: Double, to end: Double) {
        guard value.isFinite, start.isFinite, end >= start else { return }
        batch.rows.append(
            SampleRow(type: series.type, provenance: series.provenance, start: start, end: end, value: value))
    }

    /// Adds a quantity in the canonical unit of its type.
    func add(
        _ type: HKQuantityTypeIdentifier, _ value: Double, from start: Double, to end: Double? = nil,
        _ source: ProvenanceData
    ) {
        note { $0.note(type, at: start) }
        add(series(type, source), value, from: start, to: end ?? start)
    }

    /// Notes a reading of the file that is being read.
    private func note(_ reading: (inout KnownReadings) -> Void) {
        reading(&knownFile.readings)
        if summaries != nil { reading(&readings) }
    }

    /// Takes the resting heart rate of a day so far from the file that is being read.
    /// - Parameter offset: The offset of the local clock in seconds east of UTC.
    func takeRestingRate(_ rate: Double, at time: Double, offset: Double, _ source: ProvenanceData) {
        restingRates.take(rate, at: time, offset: offset, source)
        knownFile.restingRates.take(rate, at: time, offset: offset, source)
    }

    /// Notes the time until which the file that is being read counts.
    func noteEnd(_ time: Double, _ source: ProvenanceData) {
        restingRates.noteEnd(time, source)
        knownFile.restingRates.noteEnd(time, source)
    }

    /// Adds a score, which HealthKit has no type for.
    /// - Parameter name: The names of the vendor and of the score, such as `GarminSleepScore`.
    func addScore(_ name: String, _ value: Double, from start: Double, to end: Double, _ source: ProvenanceData) {
        note { $0.noteScore(name, start, end) }
        let series = Series(
            type: index(ofType: "OpenHealthKitQuantityTypeIdentifier" + name),
            provenance: index(of: source, unit: "count"))
        add(series, value, from: start, to: end)
    }

    /// Adds a count of a day so far.
    /// - Parameter activity: The kind of activity, by its number in FIT.
    func addCount(_ type: HKQuantityTypeIdentifier, activity: Int64, _ count: DayCount, _ source: ProvenanceData) {
        guard count.isValid else { return }
        let series = series(type, source)
        batch.counts.append(
            DayCountRow(type: series.type, provenance: series.provenance, activity: activity, count: count))
    }

    /// Adds a category value.
    func add(
        _ type: HKCategoryTypeIdentifier, _ value: Int, from start: Double, to end: Double, _ source: ProvenanceData
    ) {
        guard start.isFinite, end >= start else { return }
        // As in the store, only stages of Garmin's devices count instead of the times in bed of the account.
        if type == .sleepAnalysis, source.device?.manufacturer == KnownReadings.maker {
            note { $0.noteSleep(start, end) }
        }
        batch.rows.append(
            SampleRow(
                type: index(ofType: type.rawValue), provenance: index(of: source, unit: nil), start: start, end: end,
                value: Double(value)))
    }

    /// Adds a blood pressure in millimetres of mercury.
    func addBloodPressure(systolic: Double, diastolic: Double, at time: Double, _ source: ProvenanceData) {
        note { $0.notePressure(time) }
        guard
            knownItems.insert(ItemKey(isPressure: true, start: time, end: time, source: source.withoutVersion)).inserted
        else { return }
        let parts: [(HKQuantityTypeIdentifier, Double)] = [
            (.bloodPressureSystolic, systolic), (.bloodPressureDiastolic, diastolic),
        ]
        let members = parts.map { type, value in
            let series = series(type, source)
            return NestedRow(
                row: SampleRow(
                    type: series.type, provenance: series.provenance, start: time, end: time, value: value))
        }
        let sample = SampleData(provenance: index(of: source, unit: nil), start: time, end: time)
        batch.items.append(
            .correlation(
                CorrelationData(
                    type: HKCorrelationTypeIdentifier.bloodPressure.rawValue, sample: sample, members: members)))
    }

    /// Adds the resting heart rates of the days that have ended. Reports the other days, and the messages that are not read.
    /// - Parameter isLast: Whether no input with files that can have the ends of the other days follows.
    /// - Returns: The days that have ended.
    @discardableResult func endDays(isLast: Bool) -> [RestingHeartRates.Day] {
        let (finished, unfinished) = restingRates.takeDays()
        for day in finished { add(.restingHeartRate, day.rate, from: day.noon, day.source) }
        if unfinished > 0, isLast {
            remark(
                "resting heart rates of days that the files do not contain to their end were left out: \(unfinished)")
        }
        guard !unread.isEmpty else { return finished }
        let names = unread.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
        remark("messages that are not read: " + names.joined(separator: ", "))
        return finished
    }

    /// Adds the heartbeats of a recording.
    /// - Parameters:
    ///   - times: The times in seconds since 1970, in ascending order.
    ///   - gaps: The indices of the heartbeats before which others may have been missed.
    func addHeartbeats(_ times: [Double], gaps: Set<Int>, _ source: ProvenanceData) {
        guard let first = times.first, let last = times.last, times.count > 1,
            knownItems.insert(ItemKey(isPressure: false, start: first, end: last, source: source.withoutVersion))
                .inserted
        else { return }
        let sample = SampleData(provenance: index(of: source, unit: nil), start: first, end: last)
        batch.items.append(
            .heartbeatSeries(HeartbeatSeriesData(sample: sample, times: times.map { $0 - first }, gaps: gaps)))
        tally.heartbeats += times.count
        points += times.count
    }

    private func index(ofType type: String) -> Int32 {
        if let known = types[type] { return known }
        let index = Int32(types.count)
        types[type] = index
        batch.newTypes.append(type)
        return index
    }

    private func index(of source: ProvenanceData, unit: String?) -> Int32 {
        var provenance = source
        provenance.unit = unit
        if let known = provenances[provenance] { return known }
        let index = Int32(provenances.count)
        provenances[provenance] = index
        batch.newProvenances.append(provenance)
        return index
    }

    // MARK: Workouts

    /// Adds a workout with the records and the route of its points. Of a workout that occurs twice, the store takes the better version. A workout
    /// of an account is added by ``addNext()``, when its summary is known.
    func add(_ workout: ActivityWorkout, _ source: ProvenanceData) {
        let facts = SummarizedWorkout(
            start: workout.start, duration: workout.duration, kind: workout.kind,
            isPartial: isFileCutOff || workout.isWithoutTotals)
        knownFile.workouts.append(facts)
        let entry = WaitingWorkouts.Entry(
            workout: workout, facts: facts, source: source, file: file, format: format, isCutOff: isFileCutOff)
        if summaries == nil { add(entry) } else { waiting.add(entry) }
    }

    /// Notes that another input of the call has the content of the file that is being read.
    func use(_ known: KnownFile) {
        guard summaries != nil else { return }
        for workout in known.workouts {
            waiting.add(
                WaitingWorkouts.Entry(
                    workout: nil, facts: workout, source: ProvenanceData(sourceName: ""), file: file, format: format))
        }
        restingRates.add(known.restingRates)
        use(known.readings)
    }

    /// Notes readings of other inputs of the call, which the documents of the account repeat.
    func use(_ other: KnownReadings) { readings.add(other) }

    /// Ends the file that is being read.
    func endFile() {
        if let summaries { waiting.endFile(file, summaries) }
    }

    /// Ends the files, so that the remaining workouts are added by ``addNext()``.
    func endFiles() {
        if let summaries { waiting.endFiles(summaries) }
    }

    /// Adds a workout of an account whose summary is known.
    /// - Returns: Whether there was one.
    func addNext() -> Bool {
        guard let entry = waiting.next() else { return false }
        add(entry)
        return true
    }

    private func add(_ entry: WaitingWorkouts.Entry) {
        guard var workout = entry.workout else { return }
        let isComplete =
            summaries?.complete(&workout, by: entry.match, isPartial: entry.facts.isPartial) ?? false
        if entry.isCutOff, !isComplete, !workout.hasTotalsOfWhole {
            workout.metadata.append(MetadataPair(key: MetadataPair.incompleteKey, value: "1"))
        }
        addWhole(workout, entry.source, from: entry.file, as: entry.format)
    }

    /// Adds the workouts of the summaries of which no file has been read, and names the unknown kinds of activities.
    func addRest(of summaries: ActivitySummaries, _ source: ProvenanceData) throws {
        for var summary in summaries.all where !summary.isUsed {
            report(on: summary.document)
            summary.kind = summaries.meaning(of: summary.kind)
            if let workout = summary.workout(in: format) {
                addWhole(workout, source, from: file, as: format)
            } else {
                try problem(.rejected, "the date of an activity cannot be read; it was left out", line: summary.line)
            }
        }
        if summaries.repeatsElsewhere.count > 0 {
            report(on: summaries.repeatsElsewhere.document)
            remark(
                "activities that folders of the input have with the same identifier, time and totals were read once: "
                    + "\(summaries.repeatsElsewhere.count)")
        }
        for kind in summaries.unknownKinds {
            report(on: kind.first.document)
            let count = kind.count == 1 ? "1 activity" : "\(kind.count) activities"
            remark(
                "the kind of activity \"\(kind.name)\" is unknown, and workouts have its name: \(count)",
                line: kind.first.line)
        }
    }

    private func addWhole(
        _ workout: ActivityWorkout, _ source: ProvenanceData, from file: String, as format: String
    ) {
        var data = data(of: workout, source)
        data.file = file
        let finding = known.note(
            workout, WorkoutVersion(data).extent, hasLengths: !workout.strokesOfLengths.isEmpty,
            source: source.sourceName)
        switch finding {
        case .new:
            batch.items.append(.workout(data))
            addRecords(of: workout, source)
        case .version(let hasMore, let hasNewLengths):
            if !workout.isSummary {
                batch.versions.append(data)
                if hasMore { addRecords(of: workout, source, withLengths: hasNewLengths) }
            }
            noteRepeat("the activity occurs twice; it counts once", file, format)
        case .equal:
            noteRepeat(
                "two activities with different identifiers have the same time, kind and totals; one was read", file,
                format)
        }
        points += data.routes.reduce(0) { $0 + $1.points.count }
    }

    private func noteRepeat(_ reason: String, _ file: String, _ format: String) {
        note(
            ImportDiagnostic(
                severity: .warning, file: file, line: 0, element: format.uppercased(), reason: reason))
    }

    /// Returns a workout with the route of its points.
    private func data(of workout: ActivityWorkout, _ source: ProvenanceData) -> WorkoutData {
        let origin = index(of: source, unit: nil)
        let sample = SampleData(
            provenance: origin, metadata: workout.metadata, start: workout.start, end: workout.end)
        var data = WorkoutData(
            activityType: workout.kind.exportName, sample: sample,
            // Some devices state a longer time than that from the start to the end.
            duration: min(max(0, workout.duration), max(0, workout.end - workout.start)))
        data.events = workout.events.sorted { $0.date < $1.date }
        addStatistics(of: workout, to: &data)
        let places = workout.points.filter(\.hasPlace).map(\.routePoint)
        if let first = places.first, let last = places.last {
            let route = SampleData(
                provenance: origin, start: min(first.time, last.time), end: max(first.time, last.time))
            data.routes = [WorkoutRouteData(sample: route, points: places)]
        }
        return data
    }

    private func addRecords(of workout: ActivityWorkout, _ source: ProvenanceData, withLengths: Bool = true) {
        let points = workout.points
        func add(
            _ type: HKQuantityTypeIdentifier?, from smallest: Double, _ value: (ActivityPoint) -> Double
        ) {
            guard let type, points.contains(where: { value($0) >= smallest }) else { return }
            let series = series(type, source)
            for point in points where value(point) >= smallest {
                self.add(series, value(point), from: point.time, to: point.time)
            }
        }
        // A heart rate of zero is none.
        add(.heartRate, from: 1) { $0.heartRate }
        add(workout.kind.power, from: 0) { $0.power }
        add(workout.kind.cadence, from: 0) { $0.cadence }
        add(workout.kind.speed, from: 0) { $0.speed }
        // Devices write zeros where they have measured nothing.
        let isRun = workout.kind.activity == .running
        add(isRun ? .runningVerticalOscillation : nil, from: .leastNonzeroMagnitude) { $0.oscillation }
        add(isRun ? .runningGroundContactTime : nil, from: .leastNonzeroMagnitude) { $0.contactTime }
        add(isRun ? .runningStrideLength : nil, from: .leastNonzeroMagnitude) { $0.stepLength }
        add(.respiratoryRate, from: .leastNonzeroMagnitude) { $0.respiration }
        for length in workout.strokesOfLengths where withLengths {
            self.add(.swimmingStrokeCount, length.strokes, from: length.start, to: length.end, source)
        }
    }

    private func addStatistics(of workout: ActivityWorkout, to data: inout WorkoutData) {
        func add(_ type: HKQuantityTypeIdentifier, _ set: (inout WorkoutStatisticsData) -> Void) {
            var new = WorkoutStatisticsData(
                type: type.rawValue, start: workout.start, end: workout.end,
                unit: HKQuantityType(type).canonicalUnit.unitString)
            set(&new)
            data.statistics.append(new)
        }
        if let distance = workout.distance, distance.isFinite, distance > 0 {
            if let type = WorkoutDistance.type(of: workout.kind.activity) {
                add(type) { $0.sum = distance }
            } else {
                data.attributes += [
                    MetadataPair(key: "totalDistance", value: "\(distance)"),
                    MetadataPair(key: "totalDistanceUnit", value: "m"),
                ]
            }
        }
        if let energy = workout.energy, energy.isFinite, energy > 0 { add(.activeEnergyBurned) { $0.sum = energy } }
        if let strokes = workout.strokes, strokes.isFinite, strokes > 0 {
            add(.swimmingStrokeCount) { $0.sum = strokes }
        }
        for (type, average) in workout.averages.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where average.isFinite
        {
            add(type) { $0.average = average }
        }
        let rates = workout.heartRates.completed(by: workout.points)
        if rates != ActivityWorkout.HeartRates() {
            add(.heartRate) { ($0.average, $0.minimum, $0.maximum) = (rates.average, rates.minimum, rates.maximum) }
        }
    }
}

extension ProvenanceData {
    /// The origin by the facts that identify samples.
    var withoutVersion: ProvenanceData { ProvenanceData(sourceName: sourceName, device: device) }
}

extension ActivityWorkout.HeartRates {
    /// Returns the heart rates with missing ones from points.
    func completed(by points: ArraySlice<ActivityPoint>) -> Self {
        var (sum, count, least, most) = (0.0, 0, Double.infinity, 0.0)
        for point in points where point.heartRate >= 1 {
            sum += point.heartRate
            count += 1
            least = min(least, point.heartRate)
            most = max(most, point.heartRate)
        }
        guard count > 0 else { return self }
        var rates = self
        rates.average = rates.average ?? sum / Double(count)
        rates.minimum = rates.minimum ?? least
        rates.maximum = rates.maximum ?? most
        return rates
    }
}
