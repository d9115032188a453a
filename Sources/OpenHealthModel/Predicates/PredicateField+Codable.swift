// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Encoded as a string: the name of the case, followed by a colon and the key or identifier if it has one.
extension PredicateField: Codable {
    private static let named = Dictionary(uniqueKeysWithValues: plain.map { ("\($0)", $0) })
    private static let keyed: [String: @Sendable (String) -> PredicateField] = [
        "deviceProperty": { .deviceProperty($0) }, "metadata": { .metadata($0) },
        "statisticsSum": { .statisticsSum($0) }, "statisticsMinimum": { .statisticsMinimum($0) },
        "statisticsMaximum": { .statisticsMaximum($0) }, "statisticsAverage": { .statisticsAverage($0) },
    ]

    private var code: String {
        switch self {
        case .deviceProperty(let key): "deviceProperty:\(key)"
        case .metadata(let key): "metadata:\(key)"
        case .statisticsSum(let type): "statisticsSum:\(type)"
        case .statisticsMinimum(let type): "statisticsMinimum:\(type)"
        case .statisticsMaximum(let type): "statisticsMaximum:\(type)"
        case .statisticsAverage(let type): "statisticsAverage:\(type)"
        default: "\(self)"
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(code)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let code = try container.decode(String.self)
        let parts = code.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if let field = Self.named[code] {
            self = field
        } else if parts.count == 2, let make = Self.keyed[parts[0]] {
            self = make(parts[1])
        } else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "No property of objects is called \(code).")
        }
    }
}
