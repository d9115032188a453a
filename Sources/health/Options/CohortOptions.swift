// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthWarehouse

/// The cohort of a command.
struct CohortOptions: ParsableArguments {
    /// The location of a cohort.
    enum Place {
        /// A cluster file.
        case file(URL)
        /// Servers, each of which has a list of all servers.
        case servers([URL])

        /// Returns the cohort with the layout of the file or the servers.
        /// - Throws: A `WarehouseError`.
        func warehouse(_ credentials: WarehouseCredentials) async throws -> Warehouse {
            switch self {
            case .file(let file): Warehouse(layout: try ClusterLayout(contentsOf: file), credentials: credentials)
            case .servers(let servers): try await Warehouse.connect(to: servers, credentials: credentials)
            }
        }
    }

    @Option(
        help: .value(
            "file|url",
            "The cluster: a cluster file, or addresses of its servers, separated by commas; by default $HEALTH_COHORT."),
        completion: .file())
    var cluster: String?

    @Flag(help: "Send $HEALTH_COHORT_PASSWORD to other machines also over plain HTTP, which exposes it to the network.")
    var insecure = false

    /// The user name and the password from the environment.
    var credentials: WarehouseCredentials {
        var credentials = WarehouseCredentials.environment
        credentials.allowsPlainHTTP = insecure
        return credentials
    }

    /// Returns the location in the arguments or, without one, in the environment.
    /// - Throws: A `ToolError`, `badArgument`.
    func place() throws -> Place {
        let (text, name) =
            cluster.map { ($0, "--cluster") }
            ?? (ProcessInfo.processInfo.environment["HEALTH_COHORT"] ?? "", "$HEALTH_COHORT")
        guard !text.isEmpty else {
            throw ToolError(
                .badArgument, cluster == nil ? "no cluster is given" : "--cluster names nothing",
                remedy: "give --cluster http://127.0.0.1:8123 or a cluster file, or set HEALTH_COHORT")
        }
        if text.contains("://") { return .servers(try Self.servers(text, in: name)) }
        guard FileManager.default.fileExists(atPath: text) else {
            throw ToolError(
                .badArgument, "\(name) names \(ClusterLayout.shown(text)), which is neither a file nor an address",
                remedy: "give an existing cluster file, or an address such as http://127.0.0.1:8123")
        }
        return .file(URL(fileURLWithPath: text))
    }

    /// Returns the cohort with the layout of the file or the servers.
    /// - Throws: A `ToolError` or a `WarehouseError`.
    func warehouse() async throws -> Warehouse {
        try await place().warehouse(credentials)
    }

    /// Parses addresses separated by commas.
    /// - Parameter name: The name of the option or variable, for errors.
    static func servers(_ text: String, in name: String) throws -> [URL] {
        try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            let text = part.trimmingCharacters(in: .whitespaces)
            let url = URL(string: text)
            // Checked first, because the messages below print the address.
            guard url?.user == nil, url?.password == nil else {
                throw ToolError(
                    .badArgument, "an address in \(name) names a user",
                    remedy: "set HEALTH_COHORT_USER and HEALTH_COHORT_PASSWORD instead, which other users cannot see")
            }
            guard let url, let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
                url.host?.isEmpty == false
            else {
                let shown = url.map(ClusterLayout.shown) ?? ClusterLayout.shown(text)
                throw ToolError(
                    .badArgument,
                    "\(name) has \(text.isEmpty ? "an empty address" : "\(shown), which is not an address")",
                    remedy: "write addresses such as http://127.0.0.1:8123, separated by commas")
            }
            return url
        }
    }
}
