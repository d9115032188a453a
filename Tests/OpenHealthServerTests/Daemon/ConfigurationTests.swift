// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import Testing

@testable import OpenHealthServer

@Suite struct ConfigurationTests {
    /// Python before 3.11 and other clients read no more than six digits after the second.
    @Test func datesOfTheServerHaveAtMostThreeDigitsAfterTheSecond() throws {
        let clock = HealthDaemon.Configuration(store: URL(filePath: "/nowhere")).clock
        for _ in 0..<1000 {
            let now = clock()
            let digits = APIDate.text(now).dropLast().split(separator: ".").dropFirst().first ?? ""
            #expect(digits.count <= 3)
            #expect(now <= Date())
            #expect(Date(timeIntervalSince1970: now.timeIntervalSince1970) == now)
        }
    }
}
