// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the superclass is; all stored properties are immutable and Sendable.
/// An assessment of anxiety with the seven questions of the GAD-7 questionnaire.
///
/// The initializer traps if the number of answers is not seven, or if the metadata is invalid;
/// ``validated(date:answers:metadata:)`` throws an error instead.
public final class HKGAD7Assessment: HKScoredAssessment, @unchecked Sendable {
    /// The answers, one for each of the seven questions.
    public let answers: [HKGAD7Assessment.Answer]

    /// The risk that corresponds to the score.
    public var risk: HKGAD7Assessment.Risk {
        switch score {
        case ..<5: .noneToMinimal
        case ..<10: .mild
        case ..<15: .moderate
        default: .severe
        }
    }

    /// Creates a questionnaire from stored fields.
    package init(answers: [HKGAD7Assessment.Answer], date: Date, fields: HKObjectFields) {
        self.answers = answers
        super.init(
            type: HKScoredAssessmentType(.GAD7), score: Self.score(answers), date: date, fields: fields)
    }

    /// Returns the sum of the answers.
    static func score(_ answers: [HKGAD7Assessment.Answer]) -> Int { answers.reduce(0) { $0 + $1.rawValue } }

    /// Creates a questionnaire.
    /// - Parameters:
    ///   - date: The date of the answers.
    ///   - answers: The answers to the seven questions, in order.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(date: Date, answers: [HKGAD7Assessment.Answer], metadata: [String: Any]? = [:]) {
        let fields = orStop { () throws(HKObjectValidationError) in
            try HKGAD7Assessment.checkedFields(date: date, answers: answers, metadata: metadata)
        }
        self.init(answers: answers, date: date, fields: fields)
    }

    /// Creates a questionnaire from untrusted input, throwing an error where the initializer traps.
    /// - Parameters:
    ///   - date: The date of the answers.
    ///   - answers: The answers to the seven questions, in order.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    /// - Throws: ``HKObjectValidationError`` if an argument is invalid.
    public static func validated(
        date: Date, answers: [HKGAD7Assessment.Answer], metadata: [String: Any]? = nil
    ) throws(HKObjectValidationError) -> HKGAD7Assessment {
        let fields = try checkedFields(date: date, answers: answers, metadata: metadata)
        return HKGAD7Assessment(answers: answers, date: date, fields: fields)
    }

    private static func checkedFields(
        date: Date, answers: [HKGAD7Assessment.Answer], metadata: [String: Any]?
    ) throws(HKObjectValidationError) -> HKObjectFields {
        return try checkedFields(
            type: HKScoredAssessmentType(.GAD7), answers: answers.count, of: 7, date: date, metadata: metadata)
    }

    /// Encodes the questionnaire.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encodeArchive(["answers": answers.map(\.rawValue)], forKey: "HKGAD7Assessment")
    }

    /// Creates a questionnaire from an archive, or returns `nil` if the archive contains none.
    public required init?(coder: NSCoder) {
        guard let values = coder.archive(forKey: "HKGAD7Assessment")?.integers("answers") else { return nil }
        answers = values.compactMap(HKGAD7Assessment.Answer.init(rawValue:))
        guard answers.count == values.count else { return nil }
        super.init(coder: coder)
    }
}
