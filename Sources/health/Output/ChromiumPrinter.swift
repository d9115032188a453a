// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import OpenHealthCommandLine
import OpenHealthModel

/// A browser on this machine that prints documents as PDF.
struct ChromiumPrinter {
    /// The path of the program.
    let program: String

    /// The names of the programs, best first.
    private static let names = [
        "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome-headless-shell",
    ]
    /// The time in which a document is printed, in seconds.
    private static let patience = 180.0

    /// Returns the browser: that of $HEALTH_CHROMIUM, or the first in the search path.
    /// - Throws: A ``ToolError`` if there is none.
    static func find(in environment: [String: String] = ProcessInfo.processInfo.environment) throws -> ChromiumPrinter {
        if let chosen = environment["HEALTH_CHROMIUM"], !chosen.isEmpty {
            guard FileManager.default.isExecutableFile(atPath: chosen) else {
                throw ToolError(
                    .notFound, "$HEALTH_CHROMIUM is \(chosen), which is not a program",
                    remedy: "give the path of Chromium or Chrome")
            }
            return ChromiumPrinter(program: chosen)
        }
        let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        for name in names {
            for folder in folders where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)") {
                return ChromiumPrinter(program: "\(folder)/\(name)")
            }
        }
        throw ToolError(
            .notFound, "there is no Chromium or Chrome on this machine to print a PDF",
            remedy: "install one, such as `sudo apt install chromium`, or write a .html file and print it in a browser")
    }

    /// Prints a document to a file.
    /// - Throws: A ``ToolError`` if the browser fails, or the file cannot be written.
    func print(_ html: String, to url: URL) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "health-report-\(UUID().uuidString)")
        guard NewFile.createFolder(folder.path) else { throw failure }
        defer { try? FileManager.default.removeItem(at: folder) }
        let (page, result) = (folder.appending(path: "report.html"), folder.appending(path: "report.pdf"))
        try PrivateFile.write(Data(html.utf8), to: page)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments =
            [
                "--headless", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
                "--disable-background-networking", "--no-pdf-header-footer", "--print-to-pdf-no-header",
                "--user-data-dir=\(folder.appending(path: "profile").path)", "--print-to-pdf=\(result.path)",
            ]
            // Chromium's sandbox does not work for root. The document has no scripts and loads nothing.
            + (geteuid() == 0 ? ["--no-sandbox"] : []) + [page.absoluteString]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let end = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in end.signal() }
        do {
            try process.run()
        } catch {
            throw failure
        }
        if end.wait(timeout: .now() + Self.patience) == .timedOut {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            throw failure
        }
        guard process.terminationStatus == 0, let data = try? Data(contentsOf: result),
            data.starts(with: Data("%PDF".utf8))
        else { throw failure }
        try PrivateFile.write(data, to: url)
    }

    private var failure: ToolError {
        ToolError(
            .notWritable, "\(program) did not print the report",
            remedy: "try it again, or write a .html file and print it in a browser")
    }
}
