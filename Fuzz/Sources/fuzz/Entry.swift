// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFuzzing

/// The reader to fuzz, from the environment, since libFuzzer uses the arguments.
private let target: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
        fatalError("FUZZ_TARGET is \"\(name)\"; set it to one of \(names)")
    }
    return target
}()

/// Whether an argument is a file, which libFuzzer then passes alone. A run has folders.
private let isSingleFile = CommandLine.arguments.dropFirst().contains { argument in
    var isFolder: ObjCBool = false
    return !argument.hasPrefix("-") && FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder)
        && !isFolder.boolValue
}

/// The function that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if isSingleFile { target.feed(bytes) } else { target.feedOneOfMany(bytes) }
    return 0
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The entry point. The linker uses it instead of `main`, so libFuzzer's own entry point is unused.
@_cdecl("fuzz_main")
public func fuzzMain(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
    var count = count
    var arguments = arguments
    atexit { FuzzTarget.checkStored() }
    return runDriver(&count, &arguments, testOneInput)
}
