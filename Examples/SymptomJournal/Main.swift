// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine

/// `SymptomJournal` lists the symptoms, `SymptomJournal log TYPE SEVERITY` adds one, `SymptomJournal watch [LISTS]` shows the
/// list after each change.
@main
struct Main {
    static var cancellables: Set<AnyCancellable> = []

    static func main() {
        let journal = SymptomJournal()
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch (arguments.first, arguments.count) {
        case (nil, _):
            list(journal)
        case ("log", 3):
            let severities: [String: HKCategoryValueSeverity] = [
                "none": .notPresent, "mild": .mild, "moderate": .moderate, "severe": .severe,
            ]
            guard let type = SymptomType.type(named: arguments[1]), let severity = severities[arguments[2]] else {
                usage()
            }
            run(journal.log(type, severity)) { print("noted") }
        case ("watch", 1), ("watch", 2):
            guard let lists = arguments.count == 1 ? Int.max : Int(arguments[1]), lists > 0 else {
                usage()
            }
            // OpenCombine's prefix(_:) would end one value late.
            var shown = 0
            run(journal.journalPublisher()) { symptoms in
                show(symptoms)
                shown += 1
                if shown == lists { exit(0) }
            }
        default:
            usage()
        }
        dispatchMain()
    }

    private static func list(_ journal: SymptomJournal) {
        let cramps = HKCategoryType(.abdominalCramps)
        let pipeline = journal.symptomsPublisher(of: cramps)
            .flatMap { symptoms -> AnyPublisher<[Symptom], Error> in
                print("cramps:", symptoms.count)
                return journal.batchSymptomPublisher()
            }
        run(pipeline.eraseToAnyPublisher()) { show($0) }
    }

    private static func show(_ symptoms: [Symptom]) {
        print("symptoms:", symptoms.count)
        for symptom in symptoms.sorted(by: { $0.date > $1.date }) {
            print("\(symptom.name): \(symptom.severity)")
        }
        fflush(stdout)
    }

    /// Runs the publisher, and ends the program when it completes.
    private static func run<Value>(_ publisher: AnyPublisher<Value, Error>, _ receiveValue: @escaping (Value) -> Void) {
        publisher
            .sink { completion in
                switch completion {
                case .finished:
                    exit(0)
                case .failure(HealthDataError.authorizationRequestError(let cause)):
                    print("error: permission could not be asked for")
                    print(cause?.localizedDescription ?? "no reason was given")
                    exit(1)
                case .failure(let error):
                    print("error:", error.localizedDescription)
                    exit(1)
                }
            } receiveValue: { value in
                receiveValue(value)
            }
            .store(in: &cancellables)
    }

    private static func usage() -> Never {
        print("usage: SymptomJournal [log TYPE SEVERITY | watch [LISTS]]")
        print("types:", SymptomType.names.joined(separator: ", "))
        print("severities: none, mild, moderate, severe")
        exit(2)
    }
}
