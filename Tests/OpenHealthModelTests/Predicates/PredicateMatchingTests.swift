// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@Suite struct PredicateMatchingTests {
    private static let sample = HealthModelTestSamples.bodyMass
    private static let yes = PredicateNode.constant(true)
    private static let no = PredicateNode.constant(false)

    @Test func logic() {
        let (yes, no) = (Self.yes, Self.no)
        let table: [(PredicateNode, Bool)] = [
            (yes, true), (no, false), (.and([]), true), (.or([]), false), (.and([yes, no]), false),
            (.or([no, yes]), true),
            (.not(no), true), (.not(.and([yes, .or([no, .not(no)])])), false), (.activity(yes), false),
            (.not(.activity(yes)), true), (.interval(PredicateInterval(from: -.infinity, to: .infinity)), true),
            (.related(.anyWorkout), false),
        ]
        for (node, expected) in table {
            #expect(node.matches(Self.sample) == expected, "\(node)")
            #expect(node.simplified.matches(Self.sample) == expected, "\(node)")
            #expect(HKNodePredicate(node).evaluate(with: Self.sample) == expected)
            #expect(PredicateNode.not(node).matches(Self.sample) != expected)
        }
    }

    @Test func simplification() {
        let a = PredicateNode.compare(.count, .equalTo, .number(1))
        let b = PredicateNode.compare(.count, .equalTo, .number(2))
        #expect(PredicateNode.and([a, .and([b, .constant(true)]), .and([])]).simplified == .and([a, b]))
        #expect(PredicateNode.or([.or([a]), .constant(false), b]).simplified == .or([a, b]))
        #expect(PredicateNode.and([a, .not(.constant(true))]).simplified == .constant(false))
        #expect(PredicateNode.or([a, .or([])]).simplified == a)
        #expect(PredicateNode.not(.not(.and([a]))).simplified == a)
        #expect(PredicateNode.and([.or([a, b]), a]).simplified == .and([.or([a, b]), a]))
        #expect(PredicateNode.compare(.count, .in, .list([])).simplified == .constant(false))
        #expect(PredicateNode.activity(.or([])).simplified == .constant(false))
    }

    @Test func foundationPredicatesAreTranslated() {
        let a = PredicateNode.compare(.count, .equalTo, .number(1))
        let interval = PredicateNode.interval(PredicateInterval(from: 0, to: 1))
        let block = NSPredicate { object, _ in object is HKQuantitySample }
        let nested = NSCompoundPredicate(
            type: .or,
            subpredicates: [
                NSCompoundPredicate(andPredicateWithSubpredicates: [a.predicate, interval.predicate]),
                NSCompoundPredicate(
                    notPredicateWithSubpredicate: NSCompoundPredicate(orPredicateWithSubpredicates: [block])),
                NSPredicate(value: false),
            ])
        let node = PredicateNode(nested)
        #expect(node == .or([.and([a, interval]), .not(.or([.block(PredicateBlock(block))])), .constant(false)]))
        #expect(node.hasBlock && !a.hasBlock && !PredicateNode.activity(.not(interval)).hasBlock)
        #expect(PredicateNode(nil) == .constant(true) && PredicateNode(NSPredicate(value: true)) == .constant(true))
        #expect(PredicateNode.block(PredicateBlock(block)).predicate === block)
        #expect(PredicateNode(node.predicate) == node)
        #expect(PredicateNode.block(PredicateBlock(block)).matches(Self.sample))
        #expect(!PredicateNode.block(PredicateBlock(block)).matches(HealthModelTestSamples.workout))
        #expect(a.predicate == a.predicate && a.predicate.hash == a.predicate.hash)
        #expect(a.predicate != interval.predicate && a.predicate.copy() as? NSPredicate == a.predicate)
        #expect(nested.evaluate(with: HealthModelTestSamples.workout))
    }

    @Test func relationshipsRequireAStore() {
        struct Relations: PredicateRelations {
            func holds(_ relation: PredicateRelation, sample: UUID) -> Bool {
                relation == .anyCorrelation && sample == PredicateMatchingTests.sample.uuid
            }
        }
        let node = PredicateNode.and([.related(.anyCorrelation), .not(.related(.anyWorkout))])
        #expect(node.matches(Self.sample, relations: Relations()))
        #expect(!node.matches(HealthModelTestSamples.workout, relations: Relations()))
        #expect(!node.matches(Self.sample))
    }

    @Test func texts() {
        let table: [(PredicateOperator, PredicateValue, Bool)] = [
            (.equalTo, .text("größer"), true), (.equalTo, .text("gro\u{308}ßer"), false),
            (.equalTo, .text("GRÖßER"), false),
            (.equalTo, .folded("GRÖßER", .letterCase), true), (.equalTo, .folded("großer", .diacritics), true),
            (.notEqualTo, .folded("GRÖßER", .letterCase), false), (.beginsWith, .text("grö"), true),
            (.beginsWith, .text("ö"), false),
            (.endsWith, .text("ßer"), true), (.contains, .text("öße"), true), (.contains, .text(""), true),
            (.contains, .text("xx"), false), (.contains, .folded("RUS", [.letterCase, .diacritics]), false),
            (.contains, .folded("OßE", [.letterCase, .diacritics]), true), (.like, .text("gr?ßer"), true),
            (.like, .text("g*r"), true), (.like, .text("*ö*e*"), true), (.like, .text("gr?"), false),
            (.like, .text("\\*"), false), (.like, .folded("G*R", .letterCase), true),
            (.matches, .text("gr.ß(er|es)"), true),
            (.matches, .text("größe"), false), (.matches, .text("g|größer"), true), (.matches, .text("(((("), false),
            (.matches, .text("a)|(größer"), false), (.matches, .folded("GR.*", .letterCase), true),
            (.matches, .folded("grosser|großer", .diacritics), true), (.lessThan, .text("h"), true),
            (.greaterThan, .text("G"), true), (.between, .list([.text("a"), .text("z")]), true),
            (.between, .list([.text("a")]), false), (.between, .text("a"), false), (.contains, .number(1), false),
            (.in, .list([.folded("GRÖßER", .letterCase)]), true), (.equalTo, .number(1), false),
            (.in, .text("größer"), false),
        ]
        let object = HealthModelTestSamples.workout
        for (comparison, value, expected) in table {
            #expect(
                PredicateNode.compare(.metadata("text"), comparison, value).matches(object) == expected,
                "\(comparison) \(value)")
        }
        #expect(PredicateText.isLike("a*b", pattern: "a\\*b") && !PredicateText.isLike("aXb", pattern: "a\\*b"))
        #expect(PredicateText.isLike("", pattern: "**") && !PredicateText.isLike("", pattern: "?"))
        #expect(
            PredicateText.matches("two\nlines", pattern: "two\\slines") && !PredicateText.matches("a\n", pattern: "a"))
    }

    @Test func revisionsMatchUnspecifiedProperties() {
        let mine = HealthModelTestSamples.revision
        func holds(_ other: HKSourceRevision) -> Bool {
            PredicateNode.compare(.sourceRevision, .equalTo, .revision(other)).matches(HealthModelTestSamples.workout)
        }
        let renamed = HKSource(name: "New", bundleIdentifier: mine.source.bundleIdentifier)
        #expect(holds(mine) && holds(HKSourceRevision(source: renamed, version: "3.1")))
        #expect(holds(HKSourceRevision(source: mine.source, version: HKSourceRevisionAnyVersion)))
        #expect(!holds(HKSourceRevision(source: mine.source, version: nil)))
        #expect(!holds(HKSourceRevision(source: HKSource(name: "Müsli", bundleIdentifier: "x"), version: "3.1")))
        func revision(_ product: String?, _ system: OperatingSystemVersion) -> HKSourceRevision {
            HKSourceRevision(source: mine.source, version: "3.1", productType: product, operatingSystemVersion: system)
        }
        #expect(holds(revision("Watch6,7", HKSourceRevisionAnyOperatingSystem)))
        #expect(!holds(revision(nil, HKSourceRevisionAnyOperatingSystem)))
        let other = OperatingSystemVersion(majorVersion: 10, minorVersion: 1, patchVersion: 3)
        #expect(!holds(revision("Watch6,7", other)))
    }

    @Test func quantitiesInOtherUnits() {
        func holds(_ comparison: PredicateOperator, _ value: Double, _ unit: String) -> Bool {
            let value = PredicateValue.quantity(HealthModelTestSamples.quantity(value, unit))
            return PredicateNode.compare(.quantity, comparison, value).matches(Self.sample)
        }
        #expect(holds(.greaterThan, 68, "kg") && holds(.lessThan, 69, "kg") && holds(.equalTo, 150, "lb"))
        #expect(!holds(.equalTo, 150, "m") && holds(.notEqualTo, 150, "m") && !holds(.lessThan, 200, "m"))
        for comparison in PredicateOperator.allCases {
            #expect(holds(comparison, .nan, "kg") == (comparison == .notEqualTo))
        }
    }
}
