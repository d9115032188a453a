// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine
import OpenCombineShim

/// An interactive session: shows the expenses, updates them after each change, and runs the typed commands.
@MainActor final class Session {
    private let state: AppState
    private let runner: CommandRunner
    private let screen: Screen?
    private let message = CurrentValueSubject<String, Never>("help shows the commands")
    private let typed = CurrentValueSubject<String, Never>("")
    private var cancellables = Set<AnyCancellable>()
    private var printed: Picture?

    /// - Parameter screen: The screen to draw on; if nil, each picture is printed as lines.
    init(_ runner: CommandRunner, on screen: Screen?) {
        state = AppState(runner.book)
        self.runner = runner
        self.screen = screen
    }

    /// Runs until the person quits or the input ends.
    func run() async throws {
        screen?.terminal.enter()
        defer { screen?.terminal.leave() }
        let events = TerminalEvents.stream()
        draw()
        var decoder = KeyDecoder()
        for await event in events {
            switch event {
            case .stopped: return
            case .resized: typed.send(typed.value)
            case .typed(let bytes):
                for key in decoder.decode(bytes) where try !press(key) { return }
            }
        }
        if !typed.value.isEmpty { _ = try press(.enter) }
        if screen == nil { try printRest() }
    }

    /// Draws the state whenever it changes. A change updates several streams, so only their combined value is drawn.
    private func draw() {
        let money = runner.money
        let messages = message.combineLatest(state.failure) { message, failure in failure ?? message }
        let pictures = Publishers.CombineLatest4(
            state.currentCategory, state.allEntries, state.currentExpensesTotal, state.currentTintColor
        )
        .combineLatest(messages) { now, message in
            Picture(
                category: now.0, entries: now.1, total: now.2, tint: now.3, message: message, money: money)
        }
        .debounce(for: .milliseconds(10), scheduler: DispatchQueue.main)
        if let screen {
            pictures.combineLatest(typed)
                .sink { picture, typed in screen.draw(picture, typed: typed) }
                .store(in: &cancellables)
        } else {
            pictures.sink { [weak self] in self?.printOut($0) }.store(in: &cancellables)
            state.failure.compactMap { $0 }.sink { print($0) }.store(in: &cancellables)
        }
    }

    /// Handles a key, and returns whether the program continues.
    private func press(_ key: Key) throws -> Bool {
        switch key {
        case .character(let scalar): typed.value.unicodeScalars.append(scalar)
        case .erase: typed.value = String(typed.value.dropLast())
        case .clear: typed.value = ""
        case .tab: state.currentCategory.value = next(after: state.currentCategory.value)
        case .end: return false
        case .enter:
            let line = typed.value
            typed.value = ""
            return perform(LineWords.split(line))
        }
        return true
    }

    private func perform(_ words: [String]) -> Bool {
        do {
            switch try Command(words, money: runner.money) {
            case .watch, .refresh:
                try runner.book.refresh()
                say("")
            case .list(let category), .category(let category):
                state.currentCategory.value = category
                say("")
            case .add(var changes):
                // A new expense belongs to the category that is shown.
                if changes.category == nil { changes.category = .some(state.currentCategory.value) }
                say(try runner.add(changes))
            case .edit(let number, let changes): say(try runner.edit(number, changes))
            case .delete(let number): say(try runner.delete(number))
            case .help: say(Command.summary)
            case .quit: return false
            }
        } catch {
            say("error: " + error.localizedDescription)
        }
        return true
    }

    private func say(_ text: String) {
        if screen == nil, !text.isEmpty { print(text) }
        message.value = text
    }

    private func next(after category: ExpenseCategory?) -> ExpenseCategory? {
        ExpenseCategory(rawValue: (category?.rawValue ?? -1) + 1)
    }

    private func printOut(_ picture: Picture) {
        guard picture.lines != printed?.lines else { return }
        printed = picture
        print(picture.lines.joined(separator: "\n"))
        fflush(stdout)
    }

    /// Prints the result of the last command, which may not have been printed when the input ends.
    private func printRest() throws {
        let category = state.currentCategory.value
        printOut(try Picture(of: category, in: runner.book, runner.money))
    }
}
