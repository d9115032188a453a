// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The style of all pages: plain, as wide as a phone, in the colours that the person's system has.
enum StyleSheet {
    static let text = """
        :root { color-scheme: light dark; --line: #8886; --accent: #b3174a; }
        * { box-sizing: border-box; }
        body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 46rem; padding: 1rem; }
        header, nav ul { display: flex; flex-wrap: wrap; gap: 0.5rem 1.25rem; align-items: baseline; }
        nav ul { list-style: none; margin: 0; padding: 0; }
        h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; margin-bottom: 0.25rem; }
        a { color: var(--accent); }
        section { border-top: 1px solid var(--line); padding: 0.5rem 0 1rem; }
        table { border-collapse: collapse; width: 100%; }
        th, td { text-align: left; padding: 0.4rem 0.5rem 0.4rem 0; border-bottom: 1px solid var(--line); }
        td.choice, th.choice { text-align: center; width: 4.5rem; }
        input[type=checkbox] { width: 1.5rem; height: 1.5rem; }
        input[type=text], input[type=password], input[type=date] { font: inherit; padding: 0.4rem; max-width: 100%; }
        td input[type=date] { width: 9.5rem; }
        label { display: block; margin-top: 0.75rem; }
        button { font: inherit; padding: 0.5rem 1rem; margin: 0.75rem 0.5rem 0 0; cursor: pointer; }
        button.main { background: var(--accent); border: 1px solid var(--accent); color: #fff; border-radius: 0.25rem; }
        button.link { background: none; border: 0; padding: 0; margin: 0; color: var(--accent); text-decoration: underline; }
        .small { font-size: 0.875rem; opacity: 0.8; overflow-wrap: anywhere; }
        .wrong { border-left: 4px solid var(--accent); padding: 0.25rem 0.75rem; }
        .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }

        """
}
