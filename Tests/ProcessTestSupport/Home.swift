// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A home folder for the tool, which is removed with its last reference.
public final class Home: Sendable {
    /// The folder.
    public let url: URL

    /// Creates the folder.
    public init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("health-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Returns the URL of a file in the folder.
    public func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// Returns the path of a file in the folder.
    public func path(_ name: String) -> String { file(name).path }

    /// The environment of programs that use this home folder.
    public var environment: [String: String] {
        [
            "HOME": url.path, "PATH": "/usr/local/bin:/usr/bin:/bin", "TZ": "UTC", "LANG": "C.UTF-8",
            "health": Tool.path,
        ]
        .merging(inherited) { own, _ in own }
    }

    /// The variables with which the tool finds the Swift libraries in an unusual location.
    private var inherited: [String: String] {
        ProcessInfo.processInfo.environment.filter { $0.key == "LD_LIBRARY_PATH" }
    }
}
