// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import HealthKitRemote

/// `ReadHealth` lists the heights that `WriteHealth` has written; `ReadHealth watch [ENTRIES]` updates the list after each
/// change, until it has that many entries.
@main
struct Main {
    static func main() async {
        // This line alone lets the app use a daemon, if the environment names one.
        HealthKitSystem.bootstrap(.environment)
        let model = HealthDataTableViewModel()
        let arguments = CommandLine.arguments.dropFirst()
        let entries = arguments.count == 2 ? Int(arguments[2]) : Int.max
        guard arguments.isEmpty || arguments.first == "watch", arguments.count <= 2, let entries else {
            print("usage: ReadHealth [watch [ENTRIES]]")
            exit(2)
        }
        do {
            if arguments.first == "watch" {
                try await Watch(model: model, entries: entries).run()
                return
            }
            try await model.reloadData()
            print("heights:", model.heightDataList.count)
            for sample in model.heightDataList {
                print(model.text(of: sample))
            }
            guard let statistics = try await model.dataStoreManager.fetchStatistics(forType: model.managedType) else {
                print("no average: there is no data")
                return
            }
            let unit = HKUnit.meterUnit(with: .centi)
            if let average = statistics.averageQuantity()?.doubleValue(for: unit) {
                print(String(format: "average %.1f cm", average))
            }
            for source in statistics.sources ?? [] {
                if let average = statistics.averageQuantity(for: source)?.doubleValue(for: unit) {
                    print(String(format: "average of %@ %.1f cm", source.name, average))
                }
            }
        } catch {
            print("Error:", error.localizedDescription)
            exit(1)
        }
    }
}
