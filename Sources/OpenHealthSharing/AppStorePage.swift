// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The page of an app in Apple's store.
public enum AppStorePage {
    /// The address of an app's page, which opens the store where there is one and the browser elsewhere.
    ///
    ///     AppStorePage.url(appID: "284882215")  // https://apps.apple.com/app/id284882215
    ///
    /// - Parameter appID: the number that the store gives to an app, as it stands in the address of its page, also with the `id`
    ///   before it. Digits of ASCII only, at most 19 and not beginning with 0.
    /// - Returns: nil for what is no such number, as when something else has been pasted. Whether the store has such an app is not asked.
    public static func url(appID: String) -> URL? {
        let digits = appID.hasPrefix("id") ? appID.dropFirst(2) : appID[...]
        guard (1...19).contains(digits.utf8.count), digits.first != "0",
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return URL(string: "https://apps.apple.com/app/id\(digits)")
    }
}
