// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because this module subclasses it; all it stores is immutable and Sendable itself.
/// A questionnaire that gives a score.
public class HKScoredAssessment: HKSample, NSCopying, @unchecked Sendable {
    /// The sum of the answers.
    public let score: Int

    /// Creates a questionnaire from stored parts.
    package init(type: HKScoredAssessmentType, score: Int, date: Date, fields: HKObjectFields) {
        self.score = score
        super.init(sampleType: type, startDate: date, endDate: date, fields: fields)
    }

    /// The questionnaire itself, which cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// The rules for a new questionnaire.
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

    /// Writes the questionnaire to an archive.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        var archive = HKArchive()
        archive.set(score, "score")
        coder.encode(archive, forKey: "HKScoredAssessment")
    }

    /// Reads a questionnaire from an archive, or gives nil where the archive does not hold one.
    public required init?(coder: NSCoder) {
        guard let score = coder.archive(forKey: "HKScoredAssessment")?.integer("score") else { return nil }
        self.score = score
        super.init(coder: coder)
    }
}
