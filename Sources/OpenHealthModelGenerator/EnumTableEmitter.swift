// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Emits the table behind `HealthEnums`.
enum EnumTableEmitter {
    static func file(_ enums: [EnumEntry]) -> String {
        SourceText.table(
            in: "HealthEnums", "Every enumeration and option set, with the raw values of its cases.",
            "package static let table: [HealthEnumTable]"
        ) { source in
            for entry in enums where entry.rawType != "String" {
                source.line("HealthEnumTable(", indent: 2)
                source.line("name: \(Words.literal(entry.name)),", indent: 3)
                source.line("swiftName: \(Words.literal(entry.swiftType)),", indent: 3)
                list("cases", entry.cases.filter { $0.aliasOf.isEmpty }, end: ",", &source)
                list("aliases", entry.cases.filter { !$0.aliasOf.isEmpty }, end: "),", &source)
            }
        }
    }

    private static func list(_ label: String, _ cases: [EnumEntry.Case], end: String, _ source: inout SourceText) {
        if cases.isEmpty {
            source.line("\(label): []\(end)", indent: 3)
            return
        }
        source.line("\(label): [", indent: 3)
        for item in cases {
            // The formatter wants no comma after an element that stands alone.
            let comma = cases.count == 1 ? "" : ","
            source.line("(\(Words.literal(item.name)), \(item.raw))\(comma)", indent: 4)
        }
        source.line("]\(end)", indent: 3)
    }
}
