// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit

/// `ReadHealth` lists what `WriteHealth` has written.
@main
struct Main {
    static func main() async {
        let model = HealthDataTableViewModel()
        do {
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
