// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Chart.js, which draws the charts of the pages. It is part of the system, or comes with an archive of this project.
enum ChartLibrary {
    /// The paths on Debian and its derivatives.
    static let places = [
        "/usr/share/javascript/chart.js/chart.min.js", "/usr/share/javascript/chart.js/chart.umd.js",
        "/usr/share/nodejs/chart.js/dist/chart.umd.js",
    ]

    /// Returns the possible paths, first that of a copy that was installed with the files of the pages.
    static func places(beside web: URL, others: [String] = places) -> [String] {
        [web.deletingLastPathComponent().appending(path: "chart.min.js").path] + others
    }

    /// The command that installs it.
    static let command = "sudo apt-get install libjs-chart.js"

    /// Returns the library's source, or nil if it is not installed.
    static func read(from places: [String]) -> Data? {
        for place in places {
            if let data = FileManager.default.contents(atPath: place) { return data }
        }
        return nil
    }
}
