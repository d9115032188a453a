// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Generates the sources of OpenHealthModel from the tables in a folder.
///
/// - Parameter dataDirectory: the folder with `types.csv`, `enums.csv`, `metadata_keys.csv`, `fhir_types.csv`,
///   `loinc.csv` and `ranges.csv`.
/// - Returns: the contents of each file by its name.
/// - Throws: ``GeneratorError`` where a table is missing or contradicts itself.
public func generate(dataDirectory: URL) throws -> [String: String] {
    func table(_ name: String) throws -> CSVTable {
        try CSVTable(contentsOf: dataDirectory.appendingPathComponent(name))
    }
    let types = try table("types.csv").rows.map(TypeEntry.init)
    let enums = try EnumEntry.entries(of: try table("enums.csv"))
    let keys = try table("metadata_keys.csv").rows.map(KeyEntry.init)
    try requireDistinct(types.map(\.swiftName), in: "types.csv")
    try requireDistinct(types.filter { $0.deprecation == nil }.map(\.raw), in: "types.csv")
    try requireDistinct(enums.flatMap(\.cases).map(\.name), in: "enums.csv")
    try requireDistinct(keys.map(\.constant), in: "metadata_keys.csv")
    try requireDistinct(keys.filter { $0.subject == "metadata" }.map(\.raw), in: "metadata_keys.csv")

    let fhirTypes = try FHIRTypeEntry.entries(types, try table("fhir_types.csv"), loinc: try table("loinc.csv"))

    let ranges = try RangeEntry.entries(types, try table("ranges.csv"))

    var files = TypeIdentifierEmitter.files(types)
    files["HealthTypesTable.swift"] = TypeTableEmitter.file(types)
    files["FHIRTypesTable.swift"] = FHIRTypeEmitter.file(fhirTypes)
    files["ValueRangesTable.swift"] = RangeEmitter.file(ranges)
    files["HealthEnumsTable.swift"] = EnumTableEmitter.file(enums)
    files["CharacteristicObjects.swift"] = CharacteristicObjectEmitter.file()
    files.merge(EnumEmitter.files(enums)) { first, _ in first }
    files.merge(KeyEmitter.files(keys)) { first, _ in first }
    return files
}

/// Generates the operators of OpenCombineOperators that differ only in the number of publishers.
///
/// - Returns: the contents of each file by its name.
public func generateOperators() -> [String: String] {
    MergeEmitter.files().merging(CombineLatestEmitter.files()) { first, _ in first }
}

private func requireDistinct(_ names: [String], in table: String) throws {
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
        throw GeneratorError(place: table, reason: "\"\(name)\" appears twice; remove or rename one")
    }
}
