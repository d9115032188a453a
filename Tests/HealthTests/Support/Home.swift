// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A home folder for the tool, gone when its last reference is.
final class Home: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("health-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// A file in the folder.
    func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// The path of a file in the folder.
    func path(_ name: String) -> String { file(name).path }

    /// The environment of programs that run there.
    var environment: [String: String] {
        [
            "HOME": url.path, "PATH": "/usr/local/bin:/usr/bin:/bin", "TZ": "UTC", "LANG": "C.UTF-8",
            "health": Tool.path,
        ]
        .merging(inherited) { own, _ in own }
    }

    /// The variables that the tool needs to find the libraries of the language where they are in an unusual place.
    private var inherited: [String: String] {
        ProcessInfo.processInfo.environment.filter { $0.key == "LD_LIBRARY_PATH" }
    }
}
