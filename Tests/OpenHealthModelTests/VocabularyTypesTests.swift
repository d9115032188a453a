// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import Testing

@Suite struct VocabularyTypesTests {
    @Test func everyTypeAppearsOnce() {
        var counts: [HealthTypeDescription.Kind: Int] = [:]
        for type in HealthTypes.table { counts[type.kind, default: 0] += 1 }
        #expect(counts[.quantity] == 123)
        #expect(counts[.category] == 72)
        #expect(counts[.characteristic] == 7)
        #expect(counts[.clinical] == 9)
        #expect(counts[.correlation] == 2)
        #expect(counts[.scoredAssessment] == 2)
        #expect(counts[.series] == 2)
        for kind in HealthTypeDescription.Kind.allCases where (counts[kind] ?? 0) < 2 { #expect(counts[kind] == 1) }
        #expect(HealthTypes.table.count == 226)
        #expect(HealthTypes.all.count == 225)
        #expect(Set(HealthTypes.all.map(\.identifier)).count == 225)
        #expect(Set(HealthTypes.all.map(\.swiftName)).count == 225)
        #expect(Set(HealthTypes.all.map(\.snakeCaseName)).count == 225)
    }

    @Test func everyTypeIsFoundByEachOfItsNames() {
        for type in HealthTypes.all {
            #expect(HealthTypes.named(type.identifier) == type)
            for name in [type.identifier, type.constantName, type.swiftName, type.snakeCaseName] {
                #expect(HealthTypes.matching(name) == type, "\(name)")
                #expect(HealthTypes.matching(name.uppercased()) == type, "\(name)")
            }
        }
        #expect(HealthTypes.named("stepCount") == nil)
        #expect(HealthTypes.matching("nothing of the sort") == nil)
        #expect(HealthTypes.matching("") == nil)
    }

    @Test func theSharedIdentifierMeansTheCurrentType() throws {
        let type = try #require(HealthTypes.named("HKCategoryTypeIdentifierAudioExposureEvent"))
        #expect(type.swiftName == "environmentalAudioExposureEvent")
        #expect(HealthTypes.matching("audioExposureEvent") == type)
        #expect(HealthTypes.matching("HKCategoryTypeIdentifierEnvironmentalAudioExposureEvent") == type)
        #expect(HKCategoryTypeIdentifier.environmentalAudioExposureEvent.rawValue == type.identifier)
    }

    @Test func everyKindHasItsProperties() {
        for type in HealthTypes.table {
            #expect((type.canonicalUnit != nil) == (type.kind == .quantity), "\(type.identifier)")
            #expect((type.aggregationStyle != nil) == (type.kind == .quantity), "\(type.identifier)")
            if type.kind == .category { #expect(type.valueEnum != nil, "\(type.identifier)") }
            if let values = type.valueEnum {
                #expect(!HealthEnums.allowedValues(ofEnum: values).isEmpty, "\(type.identifier)")
            }
            let isOwn = type.identifier.hasPrefix("OpenHealthKit")
            #expect(isOwn ? type.introduced == "none" : type.introduced.contains("."), "\(type.identifier)")
        }
    }

    @Test func peopleEnterTheDatesThatATypeHas() throws {
        func names(_ entry: HealthTypeDescription.Entry?) -> [String] {
            HealthTypes.all.filter { $0.entry == entry }.map(\.swiftName)
        }
        #expect(names(.interval) == ["handwashingEvent", "mindfulSession", "sleepAnalysis", "toothbrushingEvent"])
        #expect(names(.duration) == ["workout"])
        #expect(names(.instant).count == 102 && names(.either).count == 70 && names(nil).count == 48)
        // A type has a form if apps can save it and its kind has one. The owner enters doses, although no app can save them.
        let kinds: Set<HealthTypeDescription.Kind> = [.quantity, .category, .correlation, .workout, .stateOfMind]
        for type in HealthTypes.all {
            let hasForm = type.isShareable && kinds.contains(type.kind) || type.kind == .medicationDoseEvent
            #expect((type.entry != nil) == hasForm, "\(type.identifier)")
            if type.kind == .quantity, type.aggregationStyle != .cumulative, hasForm {
                #expect(type.entry == .instant, "\(type.identifier)")
            }
        }
    }

    @Test func defaultUnits() {
        #expect(HealthTypes.matching("heartRate")?.canonicalUnit == "count/min")
        #expect(HealthTypes.matching("respiratoryRate")?.canonicalUnit == "count/min")
        #expect(HealthTypes.matching("uvExposure")?.canonicalUnit == "count")
        #expect(HealthTypes.matching("stepCount")?.canonicalUnit == "count")
    }

    @Test func snakeCaseKeepsAcronymsTogether() {
        #expect(HealthTypes.matching("vo2Max")?.snakeCaseName == "vo2_max")
        #expect(HealthTypes.matching("heartRateVariabilitySDNN")?.snakeCaseName == "heart_rate_variability_sdnn")
        #expect(HealthTypes.matching("stepCount")?.snakeCaseName == "step_count")
    }

    @Test func misspellingsGetSuggestions() {
        #expect(HealthTypes.suggestions(for: "stepcont").first == "stepCount")
        #expect(HealthTypes.suggestions(for: "steps").contains("stepCount"))
        #expect(HealthTypes.suggestions(for: "heart_rat").first == "heartRate")
        #expect(HealthTypes.suggestions(for: "HKQuantityTypeIdentifierBodyMas").first == "bodyMass")
        #expect(HealthTypes.suggestions(for: "bodymsas").first == "bodyMass")
        #expect(HealthTypes.suggestions(for: "zzzzzzzzzz").isEmpty)
        #expect(HealthTypes.suggestions(for: "").isEmpty)
        #expect(HealthTypes.suggestions(for: "walkng", among: ["running", "walking"]) == ["walking"])
        for type in HealthTypes.all {
            let misspelt = type.swiftName + "~"
            let suggestions = HealthTypes.suggestions(for: misspelt)
            #expect(suggestions.count <= 3)
            #expect(suggestions.contains(type.swiftName), "\(misspelt)")
        }
    }
}
