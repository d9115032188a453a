// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthCommandLine
@testable import health

@Suite("Arguments")
struct ArgumentTests {
    @Test("a hyphen before a digit is a minus sign, and otherwise begins an option")
    func minus() {
        #expect(
            TypedArguments.prepared(["add", "-0.4", "--at", "-30d"]) == ["add", "\u{2212}0.4", "--at", "\u{2212}30d"])
        #expect(TypedArguments.prepared(["-h", "--5", "-", "-.5"]) == ["-h", "--5", "-", "\u{2212}.5"])
        #expect(TypedArguments.prepared(["--", "-1"]) == ["--", "-1"])
        #expect(TypedNumber.parse("\u{2212}0.4") == -0.4)
    }

    @Test("numbers", arguments: ["", "x", "nan", "inf", "-inf", "1e999", "0x10", "1,5", "1 2", "1.2.3", "٣"])
    func noNumbers(_ text: String) {
        #expect(TypedNumber.parse(text) == nil)
    }

    @Test("every category reads each of its values by short and full name")
    func categoryNames() throws {
        for type in HealthTypes.all {
            guard let enumeration = type.valueEnum else { continue }
            let values = HealthEnums.allowedValues(ofEnum: enumeration)
            #expect(Set(CategoryCase.shortNames(of: enumeration)).count == values.count, "\(enumeration)")
            for value in values {
                let name = try #require(HealthEnums.caseName(ofEnum: enumeration, rawValue: value))
                for text in [name, CategoryCase.short(name, type: type.identifier), "\(value)", name.uppercased()] {
                    let found = try CategoryCase.rawValue(of: text, enumeration: enumeration, type: type.identifier)
                    #expect(found == value, "\(text)")
                }
            }
        }
        #expect(
            CategoryCase.short("HKCategoryValueSleepAnalysisAsleepREM", enumeration: "HKCategoryValueSleepAnalysis")
                == "asleepREM")
        #expect(CategoryCase.short("HKBloodTypeABPositive", enumeration: "HKBloodType") == "abPositive")
        #expect(CategoryCase.short("HKFitzpatrickSkinTypeII", enumeration: "HKFitzpatrickSkinType") == "ii")
    }

    @Test("every type is known by its short name, with underscores, and by its identifier, in any case")
    func typeNames() throws {
        for type in HealthTypes.all {
            for text in [type.swiftName, type.snakeCaseName, type.identifier, type.identifier.lowercased()] {
                #expect(try TypeName.identifier(of: text, stored: []) == type.identifier, "\(text)")
            }
        }
        #expect(try TypeName.identifier(of: "hkfuture", stored: ["HKFuture"]) == "HKFuture")
        let error = #expect(throws: ToolError.self) { try TypeName.identifier(of: "stepCuont", stored: []) }
        #expect(error?.description == "no type is called \"stepCuont\"; did you mean stepCount?")
    }

    @Test("metadata has the kind of its key")
    func metadata() throws {
        let zone = try #require(TimeZone(secondsFromGMT: 0))
        let metadata = try MetadataArgument.parse(
            ["HKWasUserEntered=yes", "HKInsulinDeliveryReason=1", "own=a=b", "HKWeatherTemperature=20 degC"], zone: zone
        )
        #expect(metadata["HKWasUserEntered"] as? Bool == true)
        #expect(metadata["HKInsulinDeliveryReason"] as? Int == 1)
        #expect(metadata["own"] as? String == "a=b")
        #expect((metadata["HKWeatherTemperature"] as? HKQuantity)?.description == "20 degC")
        for wrong in [["x"], ["=x"], ["a=1", "a=2"], ["HKWasUserEntered=maybe"], ["HKInsulinDeliveryReason=x"]] {
            #expect(throws: ToolError.self) { try MetadataArgument.parse(wrong, zone: zone) }
        }
    }
}
