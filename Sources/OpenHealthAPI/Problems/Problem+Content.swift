// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension Problem {
    /// Reads something of which the schema says less than there is to know: what is wrong with it makes no sense rather than
    /// that it could not be understood.
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
