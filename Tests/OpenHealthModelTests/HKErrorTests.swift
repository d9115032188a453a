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

    @Test func equalityIsByCodeAndInfo() {
        #expect(HKError(.errorNoData) == HKError(.errorNoData))
        #expect(HKError(.errorNoData) != HKError(.errorUserCanceled))
        #expect(HKError(.errorNoData) != HKError(.errorNoData, "none"))
        #expect(Set([HKError(.errorNoData), HKError(.errorNoData)]).count == 1)
    }
}
