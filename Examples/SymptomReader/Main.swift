// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit

/// `SymptomReader` lists symptoms; `SymptomReader log` saves some first.
@main
struct Main {
    static func main() async {
        let store = SymptomStore()

        let success = await withCheckedContinuation { continuation in
            store.requestHealthDataAccess { continuation.resume(returning: $0) }
        }
        print("asked for abdominal cramps:", success)

        do {
            let asked = await withCheckedContinuation { continuation in
                store.authorize { continuation.resume(returning: $0) }
            }
            _ = try asked.get()

            if CommandLine.arguments.dropFirst().first == "log" {
                let now = Date()
                try await store.log(.abdominalCramps, .moderate, at: now - 7_200)
                try await store.log(.abdominalCramps, .mild, at: now - 3_600)
                try await store.log(.headache, .severe, at: now)
            }

            let cramps = await withCheckedContinuation { continuation in
                store.cramps { continuation.resume(returning: $0) }
            }
            print("abdominal cramps:", try cramps.get().count)

            let symptoms = try await store.allSymptoms()
            print("symptoms:", symptoms.count)
            for symptom in symptoms {
                print("\(symptom.name): \(symptom.severity)")
            }
        } catch {
            print("error:", error)
            exit(1)
        }
    }
}
