// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the superclass is; all stored properties are immutable and Sendable.
/// An assessment of depression with the nine questions of the PHQ-9 questionnaire.
///
/// The initializer traps if the number of answers is not nine, if an answer other than the last is `preferNotToAnswer`, or if the
/// metadata is invalid; ``validated(date:answers:metadata:)`` throws an error instead.
public final class HKPHQ9Assessment: HKScoredAssessment, @unchecked Sendable {
    /// The answers, one for each of the nine questions.
    public let answers: [HKPHQ9Assessment.Answer]

    /// The risk that corresponds to the score.
    public var risk: HKPHQ9Assessment.Risk {
        switch score {
        case ..<5: .noneToMinimal
        case ..<10: .mild
        case ..<15: .moderate
        case ..<20: .moderatelySevere
        default: .severe
        }
    }

    /// Creates a questionnaire from stored fields.
    package init(answers: [HKPHQ9Assessment.Answer], date: Date, fields: HKObjectFields) {
        self.answers = answers
        super.init(
            type: HKScoredAssessmentType(.PHQ9), score: Self.score(answers), date: date, fields: fields)
    }

    /// Returns the sum of the answers; `preferNotToAnswer` counts as 0.
    static func score(_ answers: [HKPHQ9Assessment.Answer]) -> Int {
        answers.reduce(0) { $0 + ($1 == .preferNotToAnswer ? 0 : $1.rawValue) }
    }

    /// Checks that only the last question is unanswered.
    static func checkOrder(_ answers: [HKPHQ9Assessment.Answer]) throws(HKObjectValidationError) {
        guard answers.dropLast().contains(.preferNotToAnswer) else { return }
        throw HKObjectValidationError(
            .invalidAnswers, HKScoredAssessmentTypeIdentifier.PHQ9.rawValue,
            "preferNotToAnswer is used before the last question", remedy: "answer the first eight questions")
    }

    /// Creates a questionnaire.
    /// - Parameters:
    ///   - date: The date of the answers.
    ///   - answers: The answers to the nine questions, in order.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(date: Date, answers: [HKPHQ9Assessment.Answer], metadata: [String: Any]? = [:]) {
        let fields = orStop { () throws(HKObjectValidationError) in
            try HKPHQ9Assessment.checkedFields(date: date, answers: answers, metadata: metadata)
        }
        self.init(answers: answers, date: date, fields: fields)
    }

    /// Creates a questionnaire from untrusted input, throwing an error where the initializer traps.
    /// - Parameters:
    ///   - date: The date of the answers.
    ///   - answers: The answers to the nine questions, in order.
    ///   - metadata: The metadata: values of type `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    /// - Throws: ``HKObjectValidationError`` if an argument is invalid.
    public static func validated(
        date: Date, answers: [HKPHQ9Assessment.Answer], metadata: [String: Any]? = nil
    ) throws(HKObjectValidationError) -> HKPHQ9Assessment {
        let fields = try checkedFields(date: date, answers: answers, metadata: metadata)
        return HKPHQ9Assessment(answers: answers, date: date, fields: fields)
    }

    private static func checkedFields(
        date: Date, answers: [HKPHQ9Assessment.Answer], metadata: [String: Any]?
    ) throws(HKObjectValidationError) -> HKObjectFields {
        try checkOrder(answers)
        return try checkedFields(
            type: HKScoredAssessmentType(.PHQ9), answers: answers.count, of: 9, date: date, metadata: metadata)
    }

    /// Encodes the questionnaire.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encodeArchive(["answers": answers.map(\.rawValue)], forKey: "HKPHQ9Assessment")
    }

    /// Creates a questionnaire from an archive, or returns `nil` if the archive contains none.
    public required init?(coder: NSCoder) {
        guard let values = coder.archive(forKey: "HKPHQ9Assessment")?.integers("answers") else { return nil }
        answers = values.compactMap(HKPHQ9Assessment.Answer.init(rawValue:))
        guard answers.count == values.count else { return nil }
        super.init(coder: coder)
    }
}
