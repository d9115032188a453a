// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// `ExpenseTracker` shows what there is and does what is typed; with a command it does that one.
@main
struct Main {
    static func main() {
        Task { @MainActor in
            do {
                try await run(Array(CommandLine.arguments.dropFirst()))
                exit(0)
            } catch {
                FileHandle.standardError.write(Data("error: \(error.localizedDescription)\n".utf8))
                exit(1)
            }
        }
        // As in an app, the main thread stays where the screen is drawn. An async main would leave it on Linux.
        RunLoop.main.run()
    }

    @MainActor private static func run(_ words: [String]) async throws {
        let money = Money(locale: .user)
        let command = try Command(words, money: money)
        if command == .help { return print(Command.summary) }
        let runner = CommandRunner(book: try ExpenseBook(at: ExpenseFile.url), money: money)
        switch command {
        case .add(let changes): print(try runner.add(changes))
        case .edit(let number, let changes): print(try runner.edit(number, changes))
        case .delete(let number): print(try runner.delete(number))
        case .list(let category):
            print(try Picture(of: category, in: runner.book, money).lines.joined(separator: "\n"))
        case .watch: try await Session(runner, on: screen).run()
        case .category, .refresh, .quit: throw ExpenseError.usage("this is for typing while the program runs")
        case .help: break
        }
    }

    /// Where to draw, if a person is there to see it.
    private static var screen: Screen? {
        guard Terminal.isPresent else { return nil }
        return Screen(
            terminal: Terminal(), hasColor: ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty)
    }
}
