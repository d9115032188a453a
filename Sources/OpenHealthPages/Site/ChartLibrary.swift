// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Chart.js, which draws the charts of the pages. It comes with the system, not with this package.
enum ChartLibrary {
    /// Where Debian and its relatives put it.
    static let places = [
        "/usr/share/javascript/chart.js/chart.min.js", "/usr/share/javascript/chart.js/chart.umd.js",
        "/usr/share/nodejs/chart.js/dist/chart.umd.js",
    ]

    /// How to get it.
    static let command = "sudo apt-get install libjs-chart.js"

    /// The library's text; nil where it is not installed.
    static func read(from places: [String]) -> Data? {
        for place in places {
            if let data = FileManager.default.contents(atPath: place) { return data }
        }
        return nil
    }
}
