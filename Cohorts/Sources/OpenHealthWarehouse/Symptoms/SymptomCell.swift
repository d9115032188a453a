// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The statistics of one symptom in one week or on one day of the cycle: sums over participants.
struct SymptomCell {
    /// The group; empty if groups aren't distinguished.
    let group: String
    /// The number of the week's Monday, as in ``CohortDay``, or the day of the cycle.
    let place: Int
    /// The number of participants, and the sums of their units.
    let sums: ClusteredProportion
    /// The number of participants with the symptom.
    let cases: Int
    /// The number of units by severity: unspecified, mild, moderate, severe.
    let severities: [Int]
    let severityCases: [Int]

    /// Creates a cell from a row of ``SymptomSQL/text``.
    init(_ row: [String]) throws {
        let numbers: [Double] = try row.dropFirst().map(ResultTable.number)
        guard numbers.count == 16 else { throw ServerFailure.unreadable("a row has another number of columns") }
        guard numbers.allSatisfy({ $0.magnitude < 9e18 }) else {
            throw ServerFailure.unreadable("a number exceeds the maximum of counts")
        }
        group = row[0]
        place = Int(numbers[0])  // checked: below 9e18
        sums = ClusteredProportion(
            // checked: below 9e18
            clusters: Int(numbers[1]), units: numbers[2], present: numbers[3], presentSquared: numbers[4],
            product: numbers[5], unitsSquared: numbers[6])
        cases = Int(numbers[7])  // checked: below 9e18
        severities = numbers[8..<12].map { Int($0) }  // checked: below 9e18
        severityCases = numbers[12..<16].map { Int($0) }  // checked: below 9e18
    }
}

extension SymptomCell {
    /// Returns the frequencies of one symptom that can be disclosed.
    static func frequencies(
        _ cells: [SymptomCell], type: SymptomType, query: SymptomQuery
    ) -> [SymptomFrequency] {
        let rule = query.smallGroups
        var result: [SymptomFrequency] = []
        for (place, groups) in Dictionary(grouping: cells, by: \.place).sorted(by: { $0.key < $1.key }) {
            let groups = groups.sorted { $0.group < $1.group }
            let isHidden = rule.hidden(groups.map(\.sums.clusters))
            let hasFewCases = rule.hidden(groups.map(\.cases))
            // The total minus the severities of the disclosed groups must not be those of few participants either.
            let levels = (0..<4).map { level in rule.hidden(groups.map { $0.severityCases[level] }) }
            for (index, cell) in groups.enumerated() {
                result.append(
                    cell.frequency(
                        type: type, query: query, place: place,
                        suppression: isHidden[index] ? .fewParticipants : hasFewCases[index] ? .fewCases : nil,
                        tellsSeverities: !levels.contains { $0[index] }))
            }
        }
        return result
    }

    private func frequency(
        type: SymptomType, query: SymptomQuery, place: Int, suppression: SymptomFrequency.Suppression?,
        tellsSeverities: Bool
    ) -> SymptomFrequency {
        let isTold = suppression == nil
        let isWeek = query.division == .week
        let size = isWeek ? sums.units : sums.effectiveUnits(confidence: query.confidence)
        var told: SymptomFrequency.Severities?
        if isTold, type.hasSeverity, tellsSeverities {
            told = SymptomFrequency.Severities(
                unspecified: severities[0], mild: severities[1], moderate: severities[2], severe: severities[3])
        }
        return SymptomFrequency(
            type: type.identifier, group: query.byGroup ? group : nil,
            // The week of 1970-01-01 begins before the first day.
            place: isWeek ? .week(CohortDay(clamping: place)) : .cycleDay(place), suppression: suppression,
            participants: suppression == .fewParticipants ? nil : sums.clusters, cases: isTold ? cases : nil,
            observed: suppression == .fewParticipants ? nil : Int(sums.units),
            present: isTold ? Int(sums.present) : nil, frequency: isTold ? sums.proportion : nil,
            interval: isTold
                ? ClusteredProportion.wilson(share: sums.proportion, units: size, confidence: query.confidence)
                : nil,
            effectiveSize: isTold ? size : nil, severities: told)
    }
}
