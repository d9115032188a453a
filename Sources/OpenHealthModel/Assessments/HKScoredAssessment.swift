// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class has subclasses; all stored properties are immutable and Sendable.
/// A questionnaire with a score.
public class HKScoredAssessment: HKSample, NSCopying, @unchecked Sendable {
    /// The sum of the answers.
    public let score: Int

    /// Creates a questionnaire from stored fields.
    package init(type: HKScoredAssessmentType, score: Int, date: Date, fields: HKObjectFields) {
        self.score = score
        super.init(sampleType: type, startDate: date, endDate: date, fields: fields)
    }

    /// Returns the questionnaire itself, because it is immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Checks the rules for a new questionnaire and returns its fields.
    static func checkedFields(
        type: HKScoredAssessmentType, answers: Int, of questions: Int, date: Date, metadata: [String: Any]?
    ) throws(HKObjectValidationError) -> HKObjectFields {
        guard answers == questions else {
            throw HKObjectValidationError(
                .invalidAnswers, type.identifier, "the questionnaire has \(questions) questions, not \(answers)",
                remedy: "give one answer for each question")
        }
        return try HKObjectValidation.fields(of: type, start: date, end: date, device: nil, metadata: metadata)
    }

    /// Encodes the questionnaire.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encodeArchive(["score": score], forKey: "HKScoredAssessment")
    }

    /// Creates a questionnaire from an archive, or returns `nil` if the archive contains none.
    public required init?(coder: NSCoder) {
        guard let score = coder.archive(forKey: "HKScoredAssessment")?.integer("score") else { return nil }
        self.score = score
        super.init(coder: coder)
    }
}
