// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because its superclass is; all it stores is immutable and Sendable itself.
/// The questionnaire on depression with nine questions, PHQ-9.
///
/// Another number of answers, a refusal to answer any but the last question, or metadata of a wrong class, stops the process;
/// ``validated(date:answers:metadata:)`` throws instead.
public final class HKPHQ9Assessment: HKScoredAssessment, @unchecked Sendable {
    /// The answers, one for each of the nine questions.
    public let answers: [HKPHQ9Assessment.Answer]

    /// The risk of the score.
    public var risk: HKPHQ9Assessment.Risk {
        switch score {
        case ..<5: .noneToMinimal
        case ..<10: .mild
        case ..<15: .moderate
        case ..<20: .moderatelySevere
        default: .severe
        }
    }

    /// Creates a questionnaire from stored parts.
    package init(answers: [HKPHQ9Assessment.Answer], date: Date, fields: HKObjectFields) {
        self.answers = answers
        super.init(
            type: HKScoredAssessmentType(.PHQ9), score: Self.score(answers), date: date, fields: fields)
    }

    /// Returns the sum of the answers; refusals count as 0.
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
    ///   - date: when it was answered.
    ///   - answers: the answers, one for each of the nine questions, in their order.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    public convenience init(date: Date, answers: [HKPHQ9Assessment.Answer], metadata: [String: Any]? = [:]) {
        let fields = orStop { () throws(HKObjectValidationError) in
            try HKPHQ9Assessment.checkedFields(date: date, answers: answers, metadata: metadata)
        }
        self.init(answers: answers, date: date, fields: fields)
    }

    /// Creates a questionnaire from untrusted input, and throws where the initialiser would stop the process.
    /// - Parameters:
    ///   - date: when it was answered.
    ///   - answers: the answers, one for each of the nine questions, in their order.
    ///   - metadata: more about it: `String`, `NSNumber`, `Date` or ``HKQuantity`` by key.
    /// - Throws: ``HKObjectValidationError``, which says what is wrong and what to do.
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

    /// Writes the questionnaire to an archive.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        var archive = HKArchive()
        archive.set(answers.map(\.rawValue), "answers")
        coder.encode(archive, forKey: "HKPHQ9Assessment")
    }

    /// Reads a questionnaire from an archive, or gives nil where the archive does not hold one.
    public required init?(coder: NSCoder) {
        guard let values = coder.archive(forKey: "HKPHQ9Assessment")?.integers("answers") else { return nil }
        answers = values.compactMap(HKPHQ9Assessment.Answer.init(rawValue:))
        guard answers.count == values.count else { return nil }
        super.init(coder: coder)
    }
}
