// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Testing

import OpenHealthChecks

@Suite struct TrapCheckTests {
    private func faults(_ code: String, target: String = "OpenHealthStore") throws -> [Fault] {
        let scratch = try ScratchTree()
        try scratch.write("Sources/\(target)/Planted.swift", ScratchTree.file(code))
        return try TrapCheck.faults(in: scratch.tree)
    }

    @Test(arguments: [
        "precondition(start >= now)", "preconditionFailure()", "fatalError(\"\")", "let a = try! b()",
        "let a = b as! C", "let a = b!", "let a = b()!", "let a = b[0]!.c", "let a = quantity.doubleValue(for: unit)",
        "let a = Int(value.rounded())", "let a = Int64(seconds / 3.5)", "let a = Int(Double(b) / c)",
        "func f(x: Double) -> Int { Int(x) }", "let n: [Double] = []; let a = Int(n[0])",
        "let scaled = (a * 1e6).rounded(); let b = UInt8(scaled)",
    ])
    func codeThatStopsTheProcessIsReported(code: String) throws {
        let found = try faults(code)
        #expect(found.map(\.path) == ["Sources/OpenHealthStore/Planted.swift"], "\(code)")
        #expect(found.map(\.line) == [4])
        for target in TrapCheck.targets { #expect(try faults(code, target: target).count == 1) }
        #expect(try faults(code + "  // checked: the table is a constant") == [])
        #expect(try faults("// checked: the table is a constant\n" + code) == [])
        #expect(try faults(code + "  // checked: ").count == 1)
    }

    @Test(
        arguments: [
            "let a = !b", "if a != b {}", "let a = try? b()", "let a = b as? C", "// precondition(a)", "let a = \"b!\"",
            "let a = try quantity.value(in: unit)", "let a = Int(exactly: value.rounded())", "let a = Int(text)",
            "let a = Int(bytes.count)", "func f(x: Double) -> Int { y.count }", "assertSound(a)", "let a: Int! = nil",
        ].filter { !$0.contains("Int!") })
    func otherCodeIsNot(code: String) throws {
        #expect(try faults(code) == [], "\(code)")
    }

    @Test func otherTargetsMayTrap() throws {
        for target in ["OpenHealthKit", "health", "OpenHealthTestSupport"] {
            #expect(try faults("let a = b!", target: target) == [])
        }
    }

    @Test(arguments: ["OpenHealthStore", "OpenHealthKit", "health"])
    func absoluteValuesAreReportedInEachTarget(target: String) throws {
        #expect(try faults("let a = abs(b)", target: target).count == 1)
        #expect(try faults("let a = \"\\(abs(b - 1))\"", target: target).count == 1)
        for code in [
            "let a = b.magnitude", "let a = grabs(b)", "let a = \"abs(b)\"", "let a = abs(1)  // checked: one",
        ] {
            #expect(try faults(code, target: target) == [], "\(code)")
        }
    }

    @Test(arguments: projectTrees) func thisTreeExplainsEachTrap(tree: SourceTree) throws {
        #expect(try TrapCheck.faults(in: tree) == [])
    }
}
