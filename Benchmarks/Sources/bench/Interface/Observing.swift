// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthKit

/// Observes heart rates in a store, and prints the time of each notification, until the process is ended.
func observe(_ file: String) async throws {
    HealthKitSystem.bootstrap(
        HealthKitSystem.Configuration(
            store: .file(URL(filePath: file)),
            app: AppIdentity(identifier: "org.openhealthkit.bench.observer", name: "observer"), authorization: .grant))
    let store = HKHealthStore()
    let type = HKQuantityType(.heartRate)
    try await store.requestAuthorization(toShare: [], read: [type])
    let query = HKObserverQuery(sampleType: type, predicate: nil) { _, done, _ in
        FileHandle.standardOutput.write(Data("\(monotonicSeconds())\n".utf8))
        done()
    }
    store.execute(query)
    while true { try await Task.sleep(for: .seconds(3600)) }
}

/// Iterates over all heart rates of a store, and prints their number.
func iterate(_ file: String) async throws {
    HealthKitSystem.bootstrap(
        HealthKitSystem.Configuration(
            store: .file(URL(filePath: file)),
            app: AppIdentity(identifier: "org.openhealthkit.bench.reader", name: "reader"), authorization: .grant))
    let store = HKHealthStore()
    let type = HKQuantityType(.heartRate)
    try await store.requestAuthorization(toShare: [], read: [type])
    let all = HKSampleQueryDescriptor(predicates: [.quantitySample(type: type)], sortDescriptors: [])
    var count = 0
    for try await sample in store.samples(all) where sample.endDate >= sample.startDate { count += 1 }
    print(count)
}

/// Reads the lines of a file one by one, as they are written.
struct LineReader {
    private let file: FileHandle
    private var rest = Data()

    init(_ file: FileHandle) {
        self.file = file
    }

    mutating func next() -> String? {
        while true {
            if let end = rest.firstIndex(of: 10) {
                let line = String(decoding: rest[..<end], as: UTF8.self)
                rest = Data(rest[rest.index(after: end)...])
                return line
            }
            let more = file.availableData
            if more.isEmpty { return nil }
            rest += more
        }
    }
}

extension FileHandle {
    func lines() -> LineReader { LineReader(self) }
}
