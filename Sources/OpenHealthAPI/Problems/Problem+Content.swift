// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension Problem {
    /// Reads a value whose schema is less strict than its rules: an error is reported as an invalid argument rather than as an
    /// invalid request.
    package static func ofContent<Value>(_ body: () throws(Problem) -> Value) throws(Problem) -> Value {
        do {
            return try body()
        } catch {
            guard error.kind == .invalidRequest else { throw error }
            var problem = error
            problem.kind = .invalidArgument
            throw problem
        }
    }
}
