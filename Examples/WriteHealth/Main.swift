// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine
import HealthKitRemote

/// `WriteHealth CENTIMETRES [SECONDS]` saves a height, measured now or that many seconds ago.
@main
struct Main {
    static func main() {
        // This line alone lets the app use a daemon, if the environment names one.
        HealthKitSystem.bootstrap(.environment)
        let arguments = CommandLine.arguments.dropFirst().map { Double($0) }
        guard let first = arguments.first, let centimetres = first, let secondsAgo = arguments.dropFirst().first ?? 0
        else {
            print("usage: WriteHealth CENTIMETRES [SECONDS-AGO]")
            exit(2)
        }
        let model = HeightModel(heightData: NSNumber(value: centimetres), recordDate: Date() - secondsAgo)
        let dataStoreManager = DataStoreManager()
        dataStoreManager.availableType(model.managedType).then {
            dataStoreManager.writeSample(model.heightSample!)
        }.then {
            print("Saved!")
            exit(0)
        }.catch { error in
            print("Error:", error.localizedDescription)
            exit(1)
        }
        dispatchMain()
    }
}
