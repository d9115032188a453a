// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The arguments of the program.
struct Arguments {
    /// The error of an invalid argument.
    struct Mistake: Error {
        let text: String
    }

    var cluster: String?
    var name = "womens_study"
    var women = 200
    var days = 120
    var atOnce = 8
    var smallestGroup = 5

    static let help = """
        Name a ClickHouse server with --cluster. To get one on Debian 12:
            sudo apt-get install clickhouse-server
            sudo systemctl start clickhouse-server
            swift run -c release --package-path Cohorts WomensStudy --cluster http://127.0.0.1:8123
        Also: --women 200, --days 120, --at-once 8, --smallest-group 5, --name womens_study (the database).
        With a cluster file in place of the address the women are spread over its shards.
        """

    init(_ words: [String]) throws {
        var rest = words[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { throw Mistake(text: "\(option): what?\n" + Self.help) }
            switch option {
            case "--cluster": cluster = value
            case "--name": name = value
            case "--women": women = try Self.number(option, value, 1...10_000)
            case "--days": days = try Self.number(option, value, 21...3650)
            case "--at-once": atOnce = try Self.number(option, value, 1...100)
            case "--smallest-group": smallestGroup = try Self.number(option, value, 1...1000)
            default: throw Mistake(text: "there is no option \(option)\n" + Self.help)
            }
        }
    }

    private static func number(_ option: String, _ text: String, _ range: ClosedRange<Int>) throws -> Int {
        guard let number = Int(text), range.contains(number) else {
            throw Mistake(text: "\(option) has to be from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
