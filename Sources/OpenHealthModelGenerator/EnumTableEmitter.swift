// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Emits the table behind `HealthEnums`.
enum EnumTableEmitter {
    static func file(_ enums: [EnumEntry]) -> String {
        SourceText.table(
            of: "HealthEnumTable", in: "HealthEnums",
            "Every enumeration and option set, with the raw values of its cases.",
            enums.filter { $0.rawType != "String" }
        ) { entry in
            func list(_ cases: [EnumEntry.Case]) -> [(String, String)] {
                cases.map { (Words.literal($0.name), $0.raw) }
            }
            return [
                "name: \(Words.literal(entry.name))", "swiftName: \(Words.literal(entry.swiftType))",
                SourceText.pairs("cases", list(entry.cases.filter { $0.aliasOf.isEmpty })),
                SourceText.pairs("aliases", list(entry.cases.filter { !$0.aliasOf.isEmpty })),
            ]
        }
    }
}
