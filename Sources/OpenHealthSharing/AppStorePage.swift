// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The App Store page of an app.
public enum AppStorePage {
    /// Returns the URL of an app's page, which opens the store on devices that have one, and otherwise the browser.
    ///
    ///     AppStorePage.url(appID: "284882215")  // https://apps.apple.com/app/id284882215
    ///
    /// - Parameter appID: The number of the app in the URL of its page, with or without the prefix `id`. It consists of ASCII
    ///   digits, at most 19, and does not begin with 0.
    /// - Returns: The URL, or nil for an invalid number, for example if the person pasted something else. Whether the store has
    ///   the app is not checked.
    public static func url(appID: String) -> URL? {
        let digits = appID.hasPrefix("id") ? appID.dropFirst(2) : appID[...]
        guard (1...19).contains(digits.utf8.count), digits.first != "0",
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return URL(string: "https://apps.apple.com/app/id\(digits)")
    }
}
