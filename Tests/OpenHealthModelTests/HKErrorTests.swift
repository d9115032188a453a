// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@Suite struct HKErrorTests {
    @Test func everyCodeHasADescription() {
        var texts: Set<String> = []
        for code in HKError.Code.allCases {
            let error = HKError(code)
            #expect(error.code == code)
            #expect(error.errorCode == code.rawValue)
            #expect(HKError.errorDomain == "com.apple.healthkit")
            #expect((error as any Error).localizedDescription == error.description)
            texts.insert(error.description)
        }
        #expect(texts.count == HKError.Code.allCases.count)
    }

    @Test func aMessageReplacesTheDescription() {
        let error = HKError(.errorInvalidArgument, "the limit is below zero; give a number above")
        #expect(error.localizedDescription == "the limit is below zero; give a number above")
        #expect("\(error)" == "the limit is below zero; give a number above")
        #expect(error.errorUserInfo[NSLocalizedDescriptionKey] as? String == error.description)
    }

    @Test func codesArePatternsForCatch() {
        func caught(_ error: any Error) -> String {
            do {
                throw error
            } catch HKError.errorNoData {
                return "no data"
            } catch let error as HKError where error.code == .errorUserCanceled {
                return "canceled"
            } catch {
                return "other"
            }
        }
        #expect(caught(HKError(.errorNoData)) == "no data")
        #expect(caught(HKError(.errorUserCanceled)) == "canceled")
        #expect(caught(HKError(.unknownError)) == "other")
        #expect(caught(CocoaError(.fileNoSuchFile)) == "other")
    }

    /// Mocks throw errors of Foundation; all codes are patterns of them, in `catch`, `case` and `switch`.
    @Test func codesArePatternsForErrorsOfFoundation() {
        for code in HKError.Code.allCases {
            for error in [
                NSError(domain: HKErrorDomain, code: code.rawValue),
                NSError(
                    domain: "com.apple.healthkit", code: code.rawValue,
                    userInfo: [NSLocalizedDescriptionKey: "a text of a phone"]),
                HKError(code),
            ] as [any Error] {
                do {
                    throw error
                } catch code {
                } catch {
                    Issue.record("\(code) does not match \(error)")
                }
                for other in HKError.Code.allCases where other != code { #expect(!(other ~= error), "\(code)") }
            }
            #expect(!(code ~= NSError(domain: NSCocoaErrorDomain, code: code.rawValue)), "\(code)")
        }
        let unknown = NSError(domain: HKErrorDomain, code: 4711)
        for code in HKError.Code.allCases { #expect(!(code ~= unknown), "\(code)") }
        func name(_ error: any Error) -> String {
            switch error {
            case HKError.errorNoData: "no data"
            case HKError.errorDatabaseInaccessible: "locked"
            default: "other"
            }
        }
        #expect(name(NSError(domain: HKErrorDomain, code: 11)) == "no data")
        #expect(name(NSError(domain: HKErrorDomain, code: 6)) == "locked")
        #expect(name(HKError(.errorDatabaseInaccessible)) == "locked")
        #expect(name(unknown) == "other")
    }

    /// The texts that apps of phones compare.
    @Test func descriptionsAreThoseOfPhones() {
        for (code, text) in [
            (HKError.Code.errorHealthDataUnavailable, "Health data is unavailable on this device"),
            (.errorAuthorizationDenied, "Not authorized"),
            (.errorAuthorizationNotDetermined, "Authorization not determined"),
            (.errorDatabaseInaccessible, "Protected health data is inaccessible"),
            (.errorNoData, "No data available for the specified predicate."),
        ] {
            #expect((HKError(code) as any Error).localizedDescription == text)
        }
        let error = HKError(.errorNoData, userInfo: [NSLocalizedFailureReasonErrorKey: "none of the type"])
        #expect(
            error.failureReason == "none of the type" && error.localizedDescription == HKError(.errorNoData).description
        )
        #expect(HKError(.errorNoData).failureReason == nil)
    }

    @Test func equalityIsByCodeAndInfo() {
        #expect(HKError(.errorNoData) == HKError(.errorNoData))
        #expect(HKError(.errorNoData) != HKError(.errorUserCanceled))
        #expect(HKError(.errorNoData) != HKError(.errorNoData, "none"))
        #expect(Set([HKError(.errorNoData), HKError(.errorNoData)]).count == 1)
    }
}
