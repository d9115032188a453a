// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// `ExpenseTracker` shows the expenses and runs typed commands; `ExpenseTracker COMMAND` runs one command.
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
        // As in an app, the main thread draws the screen. With an async main, another thread would on Linux.
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

    /// The screen to draw on, or nil if no person uses a terminal.
    private static var screen: Screen? {
        guard Terminal.isPresent else { return nil }
        return Screen(
            terminal: Terminal(), hasColor: ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty)
    }
}
