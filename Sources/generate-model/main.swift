// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModelGenerator

/// Writes the generated sources of OpenHealthModel, or with `--check` says which are out of date.
func run() throws -> Int32 {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let isCheck = arguments.contains("--check")
    arguments.removeAll { $0 == "--check" }
    guard arguments.count <= 2, !arguments.contains(where: { $0.hasPrefix("-") }) else {
        complain("usage: generate-model [--check] [Data folder] [output folder]")
        return 2
    }
    let data = URL(fileURLWithPath: arguments.first ?? "Data", isDirectory: true)
    let output = URL(
        fileURLWithPath: arguments.count > 1 ? arguments[1] : "Sources/OpenHealthModel/Generated", isDirectory: true)

    let files = try generate(dataDirectory: data)
    let manager = FileManager.default
    let present = Set(((try? manager.contentsOfDirectory(atPath: output.path)) ?? []).filter { $0.hasSuffix(".swift") })
    let changed = files.filter { name, contents in
        (try? String(contentsOf: output.appendingPathComponent(name), encoding: .utf8)) != contents
    }
    let stale = present.subtracting(files.keys)
    if isCheck {
        for name in Set(changed.keys).union(stale).sorted() {
            complain("\(output.path)/\(name) differs from the tables; run generate-model")
        }
        return changed.isEmpty && stale.isEmpty ? 0 : 1
    }
    try manager.createDirectory(at: output, withIntermediateDirectories: true)
    for (name, contents) in changed {
        try Data(contents.utf8).write(to: output.appendingPathComponent(name), options: .atomic)
    }
    for name in stale {
        try manager.removeItem(at: output.appendingPathComponent(name))
    }
    print("\(files.count) files, \(changed.count) written, \(stale.count) removed")
    return 0
}

func complain(_ message: String) {
    FileHandle.standardError.write(Data((message + "\n").utf8))
}

do {
    exit(try run())
} catch {
    complain("generate-model: \(error)")
    exit(1)
}
