// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

do {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "scan", arguments.count == 2 {
        try scan(arguments[1])
    } else {
        let settings = try Settings(arguments)
        try FileManager.default.createDirectory(at: settings.work, withIntermediateDirectories: true)
        for size in settings.sizes {
            for line in try Comparison(records: size, settings: settings).report { print(line) }
            print("")
        }
    }
} catch {
    FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
    exit(1)
}
