// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Logging
import OpenHealthBackup
import OpenHealthCommandLine
import OpenHealthDemo
import OpenHealthPages
import OpenHealthServer
import OpenHealthStore

/// The `health serve` command.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the store to apps over HTTP, with your consent type by type.",
        discussion: """
            Apps register and request permissions, which you grant in the browser at the printed address. \
            The server listens only on this machine by default; other addresses require TLS. \
            Only one server can serve a store; other commands can use the store at the same time.

            After SIGTERM or Ctrl-C, current requests are completed; a second signal ends the server at once. \
            The log is written to standard error, one JSON object per line, without health values.

            Examples:
              health serve
              health serve --store family.db --listen 127.0.0.1:9000
              health serve --listen 0.0.0.0:8484 --tls-cert cert.pem --tls-key key.pem
              health serve --backup /mnt/backups --every day --keep 14
              health serve --public-url https://health.example.org --trusted-proxy 127.0.0.1
            """)

    @OptionGroup var storeOptions: StoreOptions

    @Option(help: .value("host:port", "The address to listen on; port 0 selects a free port."))
    var listen = ListenAddress.usual

    @Option(
        name: .customLong("tls-cert"),
        help: .value("file", "The certificate chain for TLS, in PEM."),
        completion: .file())
    var certificate: String?

    @Option(
        name: .customLong("tls-key"),
        help: .value("file", "The private key of the certificate, in PEM."),
        completion: .file())
    var key: String?

    @Flag(help: "Listen beyond this machine without TLS, which exposes your health data to the network.")
    var insecure = false

    @Option(name: .customLong("public-url"), help: .value("url", "The public address of the server behind a proxy."))
    var publicURL: String?

    @Option(
        name: .customLong("trusted-proxy"),
        help: .value(
            "address[/bits]",
            "A proxy whose X-Forwarded-For or Forwarded is trusted for client addresses; may be repeated."))
    var trustedProxies: [String] = []

    @Option(
        name: .customLong("metrics-token-file"),
        help: .value(
            "file", "A file with the token for /metrics; without it, only the signed-in owner can read them."),
        completion: .file())
    var metricsTokenFile: String?

    @Option(
        help: .value("folder", "The folder of the web app's files, which are read for each page; for development."),
        completion: .directory)
    var web: String?

    @Option(help: .value("folder", "A folder for regular backups, made while the server runs."), completion: .directory)
    var backup: String?

    @Option(help: .value("time", "The time between backups: hour, day or week."))
    var every = "day"

    @Option(help: .value("number", "The number of backups to keep; older ones are removed."))
    var keep = 14

    @Option(
        name: .customLong("backup-passphrase-file"),
        help: .value("file", "A file with the passphrase for backups, which are then encrypted."),
        completion: .file())
    var backupPassphraseFile: String?

    @Option(
        name: .customLong("log-level"),
        help: .value("level", "The log level: trace, debug, info, notice, warning, error or critical."))
    var logLevel: LogLevel = .info

    /// The time for which requests can finish when the server stops, in seconds.
    @Option(name: .customLong("stop-seconds"), help: .hidden)
    var stopSeconds = 10

    func run() throws {
        CrashHandling.disableCoreDumps()
        let configuration = try configuration()
        let level = logLevel.level
        LoggingSystem.bootstrap { LineLog(label: $0, level: level) }
        let daemon = try HealthDaemon(configuration)
        let store = configuration.store.path
        try Waiting.run {
            try await daemon.runUntilSignalled { address in
                let output = Output.standard()
                // If the output cannot be written, it has no reader.
                try? output.line("serving \(store) at \(address)")
                if let code = try? await daemon.setupCode() {
                    try? output.line(
                        "choose your passphrase at \(address)/owner/setup?code=\(code); the code is \(code)")
                }
                if let advice = daemon.pageAdvice { try? output.line(advice) }
                try? output.flush()
            }
        }
    }

    /// Returns the token in a file.
    private static func metricsToken(_ path: String) throws -> String {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw ToolError(
                .badArgument, "the file \(path) with the token for /metrics cannot be read",
                remedy: "give a text file that this user may read with --metrics-token-file")
        }
        let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (16...512).contains(token.utf8.count), token.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw ToolError(
                .badArgument, "the file \(path) has no valid token for /metrics",
                remedy:
                    "write 16 to 512 printable characters of ASCII without spaces, such as `openssl rand -hex 32` gives"
            )
        }
        return token
    }

    private func backupSchedule() throws -> BackupSchedule? {
        guard let backup else {
            if backupPassphraseFile == nil { return nil }
            throw ToolError(
                .badArgument, "--backup-passphrase-file is for regular backups",
                remedy: "give their folder with --backup")
        }
        guard let interval = BackupSchedule.Interval(rawValue: every) else {
            throw ToolError(
                .badArgument, "--every \(every) is not an interval of backups", remedy: "give hour, day or week")
        }
        guard (1...10_000).contains(keep) else {
            throw ToolError(.badArgument, "--keep \(keep) is out of range", remedy: "give a number from 1 to 10000")
        }
        let schedule = BackupSchedule(
            folder: URL(fileURLWithPath: backup, isDirectory: true), every: interval, keep: keep,
            passphrase: try backupPassphraseFile.map(PassphraseOptions.read))
        // A missing folder is an error now, rather than in the log later.
        _ = try schedule.backups()
        return schedule
    }

    private func configuration() throws -> HealthDaemon.Configuration {
        try storeOptions.check()
        var configuration = HealthDaemon.Configuration(store: storeOptions.url, host: listen.host, port: listen.port)
        guard (0...86_400).contains(stopSeconds) else {
            throw ToolError(
                .badArgument, "--stop-seconds \(stopSeconds) is out of range",
                remedy: "give a number from 0 to 86400")
        }
        configuration.stopSeconds = stopSeconds
        configuration.isInsecureAllowed = insecure
        configuration.version = HealthVersion.current
        configuration.writeDemo = DemoHistory.write
        configuration.backups = try backupSchedule()
        configuration.metricsToken = try metricsTokenFile.map(Self.metricsToken)
        try configuration.addPages(from: web.map { URL(fileURLWithPath: $0, isDirectory: true) })
        switch (certificate, key) {
        case (nil, nil): break
        case (let certificate?, let key?):
            configuration.tls = HealthDaemon.TLSFiles(
                certificate: URL(fileURLWithPath: certificate), key: URL(fileURLWithPath: key))
        default:
            throw ToolError(
                .badArgument, "TLS requires a certificate and its key",
                remedy: "give both --tls-cert and --tls-key, or neither")
        }
        configuration.trustedProxies = try trustedProxies.map { text in
            guard let range = AddressRange(text) else {
                throw ToolError(
                    .badArgument, "--trusted-proxy \(text) is not an address or a range of addresses",
                    remedy: "give an address such as 127.0.0.1, or a range such as 10.0.0.0/8")
            }
            return range
        }
        if let publicURL {
            guard let url = URL(string: publicURL), let scheme = url.scheme, ["http", "https"].contains(scheme),
                url.host?.isEmpty == false, url.query == nil, url.fragment == nil
            else {
                throw ToolError(
                    .badArgument, "--public-url is not a web address",
                    remedy: "give it with its scheme, such as https://health.example.org")
            }
            configuration.publicURL = url
        }
        return configuration
    }
}

/// The level of the log.
enum LogLevel: String, CaseIterable, ExpressibleByArgument {
    case trace, debug, info, notice, warning, error, critical

    var level: Logger.Level {
        switch self {
        case .trace: .trace
        case .debug: .debug
        case .info: .info
        case .notice: .notice
        case .warning: .warning
        case .error: .error
        case .critical: .critical
        }
    }
}

/// The demo data with which a server fills an empty store.
enum DemoHistory {
    /// The number of records of two years.
    private static let records = 730 * 1500

    /// Writes an export of the two years before a date.
    /// - Parameters:
    ///   - file: The archive to create.
    ///   - moment: The current date.
    ///   - zone: The time zone of the current day.
    static func write(to file: URL, until moment: Date, zone: TimeZone) throws {
        var options = DemoExport.Options()
        options.lastDay = lastDay(before: moment, zone: zone)
        options.exportOffset = zone.secondsFromGMT(for: moment)
        options.timeZone = zone
        options.home = zone
        try DemoExport(records: records).write(to: file, options: options)
    }

    /// Returns the last day of the latest demo export without samples after a date: an export is created at noon, UTC, of the day
    /// after its last one, and has samples up to the morning of that day in its time zone.
    static func lastDay(before moment: Date, zone: TimeZone) -> DateComponents {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let west = min(0, zone.secondsFromGMT(for: moment))
        return calendar.dateComponents([.year, .month, .day], from: moment - 36 * 3600 + TimeInterval(west))
    }
}
