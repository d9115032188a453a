// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModelGenerator

/// Writes the generated sources of a package, or with `--check` lists those that are out of date.
func run() throws -> Int32 {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let isCheck = arguments.contains("--check")
    arguments.removeAll { $0 == "--check" }
    guard arguments.count <= 1, !arguments.contains(where: { $0.hasPrefix("-") }) else {
        complain("usage: generate-model [--check] [folder of the package]")
        return 2
    }
    let package = URL(fileURLWithPath: arguments.first ?? ".", isDirectory: true)
    let model = try generate(dataDirectory: package.appendingPathComponent("Data", isDirectory: true))
    let outputs = [
        ("Sources/OpenHealthModel/Generated", model), ("Sources/OpenCombineOperators/Generated", generateOperators()),
    ]
    var status: Int32 = 0
    for (folder, files) in outputs {
        let output = package.appendingPathComponent(folder, isDirectory: true)
        status = max(status, try isCheck ? check(files, in: output) : write(files, to: output))
    }
    return status
}

/// Returns the Swift files in a folder that are not generated, and the generated files that differ from those in it.
func compare(_ files: [String: String], in output: URL) -> (stale: Set<String>, changed: [String: String]) {
    let present = (try? FileManager.default.contentsOfDirectory(atPath: output.path)) ?? []
    let changed = files.filter { name, contents in
        (try? String(contentsOf: output.appendingPathComponent(name), encoding: .utf8)) != contents
    }
    return (Set(present.filter { $0.hasSuffix(".swift") }).subtracting(files.keys), changed)
}

/// Lists the files of a folder that are out of date.
func check(_ files: [String: String], in output: URL) -> Int32 {
    let (stale, changed) = compare(files, in: output)
    for name in Set(changed.keys).union(stale).sorted() {
        complain("\(output.path)/\(name) is out of date; run generate-model")
    }
    return changed.isEmpty && stale.isEmpty ? 0 : 1
}

/// Writes files into a folder, and removes those that are not generated any more.
func write(_ files: [String: String], to output: URL) throws -> Int32 {
    let (stale, changed) = compare(files, in: output)
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    for (name, contents) in changed {
        try Data(contents.utf8).write(to: output.appendingPathComponent(name), options: .atomic)
    }
    for name in stale {
        try FileManager.default.removeItem(at: output.appendingPathComponent(name))
    }
    print("\(output.path): \(files.count) files, \(changed.count) written, \(stale.count) removed")
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
