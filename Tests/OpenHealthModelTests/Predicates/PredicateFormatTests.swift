// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

/// Tests of the meaning of formats, and of the rejection of invalid ones with the position.
@Suite struct PredicateFormatTests {
    typealias Samples = HealthModelTestSamples

    private static let date = Date(timeIntervalSinceReferenceDate: 1000)
    private static let one = PredicateNode.compare(.count, .equalTo, .number(1))
    private static let two = PredicateNode.compare(.count, .equalTo, .number(2))
    private static let steps = "HKQuantityTypeIdentifierStepCount"

    private static func compare(
        _ field: PredicateField, _ comparison: PredicateOperator, _ value: PredicateValue
    ) -> PredicateNode {
        .compare(field, comparison, value)
    }

    private typealias Row = (String, [Any?], PredicateNode)

    private static var logic: [Row] {
        [
            ("count = 1", [], one), ("count == 1", [], one), ("count==1", [], one), ("1 == count", [], one),
            ("  ( (count == 1) ) ", [], one), ("SELF.count == 1", [], one), ("#count == 1", [], one),
            ("ANY count == 1", [], one),
            ("NONE count == 1", [], .not(one)), ("NOT count == 1", [], .not(one)), ("!(count == 1)", [], .not(one)),
            ("not not count == 1", [], .not(.not(one))), ("count == 1 AND count == 2", [], .and([one, two])),
            ("count == 1 && count == 2 and count == 1", [], .and([one, two, one])),
            ("count == 1 OR count == 2 AND count == 1", [], .or([one, .and([two, one])])),
            ("(count == 1 || count == 2) AND NOT count == 2", [], .and([.or([one, two]), .not(two)])),
            ("TRUEPREDICATE", [], .constant(true)), ("falsepredicate OR count == 1", [], .or([.constant(false), one])),
            ("1 == 1", [], .constant(true)), ("'b' IN {'a', 'b'}", [], .constant(true)),
            ("2 BETWEEN {3, 4}", [], .constant(false)),
            ("nil == nil", [], .constant(true)), ("'ABC' CONTAINS[c] 'b'", [], .constant(true)),
        ]
    }

    private static var comparisons: [Row] {
        [
            ("count != -2", [], compare(.count, .notEqualTo, .number(-2))),
            ("count <> 2", [], compare(.count, .notEqualTo, .number(2))),
            ("count < 2.5", [], compare(.count, .lessThan, .number(2.5))),
            ("2 < count", [], compare(.count, .greaterThan, .number(2))),
            ("count <= 2", [], compare(.count, .lessThanOrEqualTo, .number(2))),
            ("count =< 1e3", [], compare(.count, .lessThanOrEqualTo, .number(1000))),
            ("count => 2", [], compare(.count, .greaterThanOrEqualTo, .number(2))),
            ("count >= 2", [], compare(.count, .greaterThanOrEqualTo, .number(2))),
            ("2 >= count", [], compare(.count, .lessThanOrEqualTo, .number(2))),
            ("count > 2", [], compare(.count, .greaterThan, .number(2))),
            ("value IN {1, 2}", [], compare(.categoryValue, .in, .list([.number(1), .number(2)]))),
            ("value IN {}", [], compare(.categoryValue, .in, .list([]))),
            ("value in %@", [[1, 2]], compare(.categoryValue, .in, .list([.number(1), .number(2)]))),
            ("value BETWEEN {1, %d}", [5], compare(.categoryValue, .between, .list([.number(1), .number(5)]))),
            ("labels CONTAINS 3", [], compare(.stateOfMindLabel, .equalTo, .number(3))),
            ("%d IN labels", [3], compare(.stateOfMindLabel, .equalTo, .number(3))),
            ("metadata.note CONTAINS \"a\\\"b\\n\"", [], compare(.metadata("note"), .contains, .text("a\"b\n"))),
            ("metadata.note BEGINSWITH[c] 'a'", [], compare(.metadata("note"), .beginsWith, .folded("a", .letterCase))),
            (
                "metadata.note endswith[cd] 'a'", [],
                compare(.metadata("note"), .endsWith, .folded("a", [.letterCase, .diacritics]))
            ),
            ("metadata.note LIKE[d] 'a*'", [], compare(.metadata("note"), .like, .folded("a*", .diacritics))),
            ("metadata.note MATCHES '\\d+\\\\.'", [], compare(.metadata("note"), .matches, .text("\\d+\\."))),
            ("metadata.note ==[c] 'a'", [], compare(.metadata("note"), .equalTo, .folded("a", .letterCase))),
            (
                "metadata.note IN[c] {'a', 'b'}", [],
                compare(.metadata("note"), .in, .list([.folded("a", .letterCase), .folded("b", .letterCase)]))
            ),
            ("metadata.note == 'AND 100%@'", [], compare(.metadata("note"), .equalTo, .text("AND 100%@"))),
            ("metadata.com.example.note != nil", [], compare(.metadata("com.example.note"), .notEqualTo, .null)),
            ("metadata.%K == YES", ["com.example.note"], compare(.metadata("com.example.note"), .equalTo, .bool(true))),
            ("%K.%K == false", ["metadata", "a b"], compare(.metadata("a b"), .equalTo, .bool(false))),
            ("%K == null", ["metadata.a"], compare(.metadata("a"), .equalTo, .null)),
            ("startDate > CAST(1000, 'NSDate')", [], compare(.startDate, .greaterThan, .date(date))),
            ("startDate > CAST(%f, \"NSDate\")", [1000.0], compare(.startDate, .greaterThan, .date(date))),
        ]
    }

    private static var arguments: [Row] {
        [
            ("startDate >= %@", [date as NSDate], compare(.startDate, .greaterThanOrEqualTo, .date(date))),
            (
                "%K >= %@ AND %K < %@", [HKPredicateKeyPathStartDate, date, HKPredicateKeyPathEndDate, date],
                .and([
                    compare(.startDate, .greaterThanOrEqualTo, .date(date)), compare(.endDate, .lessThan, .date(date)),
                ])
            ),
            ("endDate == %@", [nil], compare(.endDate, .equalTo, .null)),
            ("endDate == %@", [NSNull()], compare(.endDate, .equalTo, .null)),
            ("endDate == %@", [Optional<Date>.none as Any], compare(.endDate, .equalTo, .null)),
            ("count == %i", [1], one), ("count == %ld", [1], one), ("count == %lu", [UInt(1)], one),
            ("count == %lld", [Int64(1)], one),
            ("count == %u", [UInt32(1)], one), ("count == %@", [NSNumber(value: 1)], one), ("count == %f", [1.0], one),
            ("count == %.2lf", [Float(1)], one), ("count == %g", [1], one),
            ("count == %d", [true], compare(.count, .equalTo, .bool(true))),
            ("UUID == %@", [Samples.uuid], compare(.uuid, .equalTo, .uuid(Samples.uuid))),
            ("uuid == %@", [Samples.uuid.uuidString], compare(.uuid, .equalTo, .uuid(Samples.uuid))),
            ("UUID IN %@", [[Samples.workout]], compare(.uuid, .in, .list([.uuid(Samples.uuid)]))),
            ("UUID IN %@", [Set([Samples.uuid])], compare(.uuid, .in, .list([.uuid(Samples.uuid)]))),
            ("UUID IN %@", [NSArray(array: [Samples.uuid])], compare(.uuid, .in, .list([.uuid(Samples.uuid)]))),
            (
                "quantity > %@", [Samples.quantity(1, "kg")],
                compare(.quantity, .greaterThan, .quantity(Samples.quantity(1, "kg")))
            ),
            ("source == %@", [Samples.source], compare(.source, .equalTo, .source(Samples.source))),
            ("source IN %@", [Set([Samples.source])], compare(.source, .in, .list([.source(Samples.source)]))),
            (
                "sourceRevision = %@", [Samples.revision],
                compare(.sourceRevision, .equalTo, .revision(Samples.revision))
            ),
            ("device = %@", [Samples.device], compare(.device, .equalTo, .device(Samples.device))),
            (
                "sampleType == %@", [HKObjectType.workoutType()],
                compare(.sampleType, .equalTo, .text("HKWorkoutTypeIdentifier"))
            ),
            ("sampleType == %@", [HKQuantityTypeIdentifier.stepCount], compare(.sampleType, .equalTo, .text(steps))),
            (
                "workoutActivityType == %@", [HKWorkoutActivityType.running],
                compare(.workoutType, .equalTo, .number(37))
            ),
            (
                "workoutActivityType == %d", [HKWorkoutActivityType.running.rawValue],
                compare(.workoutType, .equalTo, .number(37))
            ),
            (
                "dateComponents == %@", [DateComponents(year: 2024, month: 3, day: 1)],
                compare(.day, .equalTo, .day(DateComponents(era: 1, year: 2024, month: 3, day: 1)))
            ),
            (
                "medicationConceptIdentifier == %@", [Samples.medicine],
                compare(.medicationConcept, .equalTo, .text("m1"))
            ),
            ("workout == %@", [Samples.workout], .related(.workout(Samples.uuid))),
            ("workout == nil", [], .not(.related(.anyWorkout))),
            ("workout.UUID == %@", [Samples.uuid], .related(.workout(Samples.uuid))),
            ("workout != %@", [Samples.uuid], .not(.related(.workout(Samples.uuid)))),
            ("workout IN %@", [[Samples.uuid]], .or([.related(.workout(Samples.uuid))])),
            ("correlation == nil", [], .not(.related(.anyCorrelation))),
            ("correlation != nil", [], .not(.not(.related(.anyCorrelation)))),
            ("correlation == %@", [Samples.uuid], .related(.correlation(Samples.uuid))),
            (
                "%K == %@", [HKPredicateKeyPathWorkoutEffortRelationship, Samples.workout],
                .related(.effort(workout: Samples.uuid, activity: nil))
            ),
            ("ANY workoutActivity.activityType == 46", [], .activity(compare(.activityType, .equalTo, .number(46)))),
            (
                "%K.%K > 60", [HKPredicateKeyPathWorkoutActivity, HKPredicateKeyPathWorkoutActivityDuration],
                .activity(compare(.duration, .greaterThan, .number(60)))
            ),
            ("workoutActivity.startDate > %@", [date], .activity(compare(.activityStart, .greaterThan, .date(date)))),
            (
                "workoutActivity.activitySumQuantity.\(steps) > %@", [Samples.quantity(1, "count")],
                .activity(compare(.statisticsSum(steps), .greaterThan, .quantity(Samples.quantity(1, "count"))))
            ),
            ("workoutActivity != nil", [], .not(.not(.activity(.constant(true))))),
            ("activityDuration > 60", [], compare(.duration, .greaterThan, .number(60))),
            (
                "%K.%K < %@",
                [
                    HKPredicateKeyPathWorkoutAverageQuantity, HKQuantityTypeIdentifier.heartRate.rawValue,
                    Samples.quantity(1, "Hz"),
                ],
                compare(
                    .statisticsAverage(HKQuantityTypeIdentifier.heartRate.rawValue), .lessThan,
                    .quantity(Samples.quantity(1, "Hz")))
            ),
            ("device.name == 'n'", [], compare(.deviceProperty(HKDevicePropertyKeyName), .equalTo, .text("n"))),
            (
                "%K.%K == 'n'", [HKPredicateKeyPathDevice, HKDevicePropertyKeyModel],
                compare(.deviceProperty(HKDevicePropertyKeyModel), .equalTo, .text("n"))
            ),
            (
                "source.bundleIdentifier BEGINSWITH 'com.'", [],
                compare(.sourceBundleIdentifier, .beginsWith, .text("com."))
            ),
            (
                "sourceRevision.source.bundleIdentifier == 'a'", [],
                compare(.sourceBundleIdentifier, .equalTo, .text("a"))
            ),
            ("sourceRevision.version == '1'", [], compare(.sourceVersion, .equalTo, .text("1"))),
        ]
    }

    @Test func goldenTable() throws {
        for (format, arguments, expected) in Self.logic + Self.comparisons + Self.arguments {
            let node = try PredicateFormatTests.node(format, arguments)
            #expect(node == expected, "\(format)")
        }
    }

    private static func node(_ format: String, _ arguments: [Any?]) throws -> PredicateNode {
        PredicateNode(try NSPredicate.validated(format: format, argumentArray: arguments.map { $0 as Any }))
    }

    @Test func everyKeyPathIsKnown() throws {
        for field in PredicateField.plain {
            #expect(try Self.node("%K == nil", [field.keyPath]) == .compare(field, .equalTo, .null))
        }
        for key in HKDevice.propertyKeys {
            let field = PredicateField.deviceProperty(key)
            #expect(try Self.node("\(field.keyPath) == nil", []) == .compare(field, .equalTo, .null))
        }
        for field in [
            PredicateField.statisticsSum(Self.steps), .statisticsMinimum(Self.steps), .statisticsMaximum(Self.steps),
            .statisticsAverage(Self.steps), .metadata("k"),
        ] {
            #expect(try Self.node("%K == nil", [field.keyPath]) == .compare(field, .equalTo, .null))
        }
    }

    /// All constants `HKPredicateKeyPath…` are known; those of statistics and metadata require a type or key as a suffix.
    @Test func everyConstantIsKnown() throws {
        let constants = [
            HKPredicateKeyPathAverage, HKPredicateKeyPathMin, HKPredicateKeyPathMax, HKPredicateKeyPathMostRecent,
            HKPredicateKeyPathMostRecentStartDate, HKPredicateKeyPathMostRecentEndDate,
            HKPredicateKeyPathMostRecentDuration, HKPredicateKeyPathCount, HKPredicateKeyPathAverageHeartRate,
            HKPredicateKeyPathECGClassification, HKPredicateKeyPathECGSymptomsStatus, HKPredicateKeyPathStatus,
            HKPredicateKeyPathLogOrigin, HKPredicateKeyPathScheduledDate, HKPredicateKeyPathMedicationConceptIdentifier,
            HKUserAnnotatedMedicationPredicateKeyPathIsArchived, HKUserAnnotatedMedicationPredicateKeyPathHasSchedule,
            HKPredicateKeyPathWorkoutActivity, HKPredicateKeyPathWorkoutActivityType,
            HKPredicateKeyPathWorkoutActivityDuration, HKPredicateKeyPathWorkoutActivityStartDate,
            HKPredicateKeyPathWorkoutActivityEndDate, HKPredicateKeyPathWorkoutActivitySumQuantity,
            HKPredicateKeyPathWorkoutActivityMinimumQuantity, HKPredicateKeyPathWorkoutActivityMaximumQuantity,
            HKPredicateKeyPathWorkoutActivityAverageQuantity, HKPredicateKeyPathWorkoutSumQuantity,
            HKPredicateKeyPathWorkoutMinimumQuantity, HKPredicateKeyPathWorkoutMaximumQuantity,
            HKPredicateKeyPathWorkoutAverageQuantity, HKPredicateKeyPathWorkoutEffortRelationship,
            HKPredicateKeyPathUUID, HKPredicateKeyPathSource, HKPredicateKeyPathSourceRevision,
            HKPredicateKeyPathDevice, HKPredicateKeyPathMetadata, HKPredicateKeyPathCorrelation,
            HKPredicateKeyPathWorkout, HKPredicateKeyPathStartDate, HKPredicateKeyPathEndDate,
            HKPredicateKeyPathQuantity, HKPredicateKeyPathSum, HKPredicateKeyPathCategoryValue,
            HKPredicateKeyPathWorkoutDuration, HKPredicateKeyPathWorkoutTotalDistance,
            HKPredicateKeyPathWorkoutTotalEnergyBurned, HKPredicateKeyPathWorkoutTotalSwimmingStrokeCount,
            HKPredicateKeyPathWorkoutTotalFlightsClimbed, HKPredicateKeyPathWorkoutType,
            HKPredicateKeyPathDateComponents, HKPredicateKeyPathCDAAuthorName, HKPredicateKeyPathCDACustodianName,
            HKPredicateKeyPathCDAPatientName, HKPredicateKeyPathCDATitle,
            HKPredicateKeyPathClinicalRecordFHIRResourceIdentifier, HKPredicateKeyPathClinicalRecordFHIRResourceType,
        ]
        for path in constants {
            let isStatistic = path.lowercased().hasSuffix("quantity") && path != HKPredicateKeyPathQuantity
            let rest = isStatistic ? ".\(Self.steps)" : path == HKPredicateKeyPathMetadata ? ".k" : ""
            let isRelation = path == HKPredicateKeyPathWorkoutEffortRelationship
            _ = try Self.node(isRelation ? "%K == %@" : "%K == nil", [path + rest, Samples.uuid])
        }
    }

    @Test func descriptionsCanBeParsed() throws {
        let plain = Self.logic + Self.comparisons
        for (_, _, node) in plain where node.predicate.description.contains("metadata.a b") == false {
            #expect(PredicateNode(try NSPredicate.validated(format: node.predicate.description)) == node, "\(node)")
        }
    }

    private static var bad: [(String, [Any?], Int, String)] {
        [
            ("", [], 1, "found the end"), ("count", [], 6, "a comparison"), ("count ==", [], 9, "the end"),
            ("count == 1 AND", [], 15, "a key path or a value"), ("(count == 1", [], 12, "expected )"),
            ("count == 1)", [], 11, "AND, OR or the end"), ("count == 1 count == 2", [], 12, "the word count"),
            ("count == 'a", [], 10, "does not end"), ("weight > 5", [], 1, "no key path weight"),
            ("startDat > 5", [], 1, "did you mean startDate?"),
            ("count == %@", [], 10, "no argument"), ("count == %s", [], 10, "a place for an argument"),
            ("count == %%", [], 10, "percent"),
            ("count == 1 + 1", [], 12, "calculate"), ("count == $x", [], 10, "variables"),
            ("count == ^", [], 10, "no meaning"),
            ("count.@sum == 1", [], 7, "functions of lists"), ("count == 1.2.3", [], 10, "a number"),
            ("startDate == endDate", [], 11, "cannot be compared with each other"), ("startDate > 5", [], 11, "a Date"),
            ("quantity > 5", [], 10, "an HKQuantity"), ("count > 'a'", [], 7, "a number"),
            ("UUID == 'x'", [], 6, "a UUID"),
            ("UUID > %@", [Samples.uuid], 6, "no order"), ("source == 'a'", [], 8, "source.bundleIdentifier"),
            ("count CONTAINS 'a'", [], 7, "not a text"), ("count LIKE 1", [], 7, "not a text"),
            ("metadata.a MATCHES '('", [], 12, "regular expression"), ("metadata.a CONTAINS 1", [], 12, "takes a text"),
            ("count IN 1", [], 7, "takes a list"), ("count BETWEEN {1}", [], 7, "two bounds"),
            ("count == {1}", [], 7, "takes one value"),
            ("count BETWEEN 1", [], 7, "takes a list"), ("'a' CONTAINS metadata.a", [], 5, "left side"),
            ("count ==[x] 1", [], 10, "either case"), ("count ==[c] 1", [], 7, "for texts"),
            ("metadata.a ==[c 'a'", [], 17, "expected ]"),
            ("ALL count == 1", [], 1, "ALL"), ("metadata == nil", [], 1, "metadata.<key>"),
            ("sumQuantity == nil", [], 1, "sumQuantity.<quantity type>"),
            ("sumQuantity.steps == nil", [], 1, "no key path"), ("%K == 1", [5], 1, "as a String"),
            ("%K. == 1", ["count"], 5, "part of a key path"),
            ("count == %d", ["a"], 10, "%@ takes anything"),
            ("count == %@", [Samples.configuration], 10, "HKWorkoutConfiguration"),
            ("%@ AND count == 1", [NSPredicate(value: true)], 1, "NSCompoundPredicate"),
            ("now() > startDate", [], 1, "function now"),
            ("startDate > CAST(1, 'NSNumber')", [], 21, "NSDate"),
            ("startDate > CAST('a', 'NSDate')", [], 18, "seconds"),
            ("count IN {count}", [], 11, "values"), ("workout > %@", [Samples.uuid], 9, "=="),
            ("workout == 5", [], 9, "its UUID"),
            ("workoutActivity.weight > 5", [], 1, "no key path"),
            ("dateComponents == %@", [DateComponents(year: 2024)], 16, "month and day"),
            ("- count == 1", [], 3, "a number"),
        ]
    }

    @Test func badFormats() {
        for (format, arguments, position, text) in Self.bad {
            do {
                _ = try Self.node(format, arguments)
                Issue.record("\(format) was read")
            } catch let error as HKPredicateFormatError {
                #expect(error.position == position, "\(format): \(error)")
                #expect(error.description.contains(text), "\(format): \(error)")
                #expect(error.format == format && error.errorDescription == error.description)
            } catch {
                Issue.record("\(error)")
            }
        }
    }

    /// Truncated and scrambled formats are parsed or refused, and never crash the process.
    @Test func damagedFormats() {
        let formats = (Self.logic + Self.comparisons + Self.arguments).map { ($0.0, $0.1) }
        for (format, arguments) in formats {
            let characters = Array(format)
            for index in characters.indices {
                _ = try? Self.node(String(characters[..<index]), arguments)
                _ = try? Self.node(String(characters[index...]), arguments)
                _ = try? Self.node(String(characters[..<index] + characters[index...].dropFirst()), arguments)
            }
        }
    }

    @Test func invalidFormatsStopTheProcess() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = NSPredicate(format: "count == ")
            })
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("character 10") && text.contains("NSPredicate.validated"))
        let other = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = NSPredicate(format: "%K == 1", argumentArray: ["weight"])
            })
        #expect(String(decoding: other.standardErrorContent, as: UTF8.self).contains("HKPredicateKeyPath"))
    }
}
