// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthWarehouse

/// `WomensStudy --cluster http://127.0.0.1:8123` creates a study of 200 made-up women, pushes their stores to ClickHouse, prints
/// their symptoms and steps, and compares each figure with the true one.
@main
struct Main {
    static func main() async {
        do {
            let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
            guard let cluster = arguments.cluster else {
                print(Arguments.help)
                exit(2)
            }
            try await run(Study(arguments), on: try warehouse(cluster, name: arguments.name), arguments)
        } catch let error as Arguments.Mistake {
            print(error.text)
            exit(2)
        } catch {
            print("error:", error)
            exit(1)
        }
    }

    /// Returns the warehouse of a cluster file, or of the single server at an address.
    private static func warehouse(_ cluster: String, name: String) throws -> Warehouse {
        guard cluster.contains("://"), let server = URL(string: cluster) else {
            return Warehouse(layout: try ClusterLayout(contentsOf: URL(fileURLWithPath: cluster)))
        }
        return Warehouse(layout: ClusterLayout(server: server, name: name))
    }

    private static func run(_ study: Study, on warehouse: Warehouse, _ arguments: Arguments) async throws {
        defer { study.removeStores() }
        // Existing tables on the servers stay unchanged.
        _ = try await warehouse.prepare()
        guard try await warehouse.participants().isEmpty else {
            throw Arguments.Mistake(text: "the cohort has participants already; choose another with --name")
        }
        let made = try study.makeStores()
        print("\(study.women.count) women with a store each: \(made) samples, \(study.firstDay) to \(study.lastDay)")
        let pushed = try await study.push(to: warehouse, atOnce: arguments.atOnce)
        print("pushed \(pushed) samples, \(arguments.atOnce) women at a time")

        let questions = try Questions(study, smallGroups: SmallGroups(minimum: arguments.smallestGroup))
        let before = try await questions.ask(warehouse)
        Table.symptomsByWeek(before.byWeek).show("Symptoms by week: women who noted it, of those under observation")
        Table.symptomsByCycleDay(before.byCycleDay).show("Symptoms by day of the cycle: days with it, of all such days")
        Table.steps(before.steps).show("Steps a week: mean and percentiles over the women")
        print("\n" + (try Truth(study.women, questions).check(before)))

        // One participant withdraws.
        let withdrawn = study.pseudonym(of: study.women[study.women.count / 2])
        try await warehouse.withdraw(withdrawn)
        let after = try await questions.ask(warehouse)
        print("\n\(withdrawn) withdraws. Steps of the first week before and after:")
        Table.steps(Array(before.steps.prefix(1) + after.steps.prefix(1))).show()
        let rest = study.women.filter { study.pseudonym(of: $0) != withdrawn }
        print("\n" + (try Truth(rest, questions).check(after)))
    }
}
