import Wire

// What a person or a command asks of the coordinator on the window's own connection.
extension Replica {
  mutating func ask(_ question: Question) {
    if let reason = obstacle(to: question) {
      return answer(question, .failure(Unanswered(reason)))
    }
    converse { $0.request(question.body, .question(question)) }
  }

  mutating func answer(_ question: Question, _ answer: Answer) {
    effects.append(.answered(question, answer))
  }

  /// Why the question cannot be asked now, as the end of a sentence.
  private func obstacle(to question: Question) -> String? {
    if question.isOfSession { return "a window attaches by itself" }
    let isUnderstood = isUnderstood(question)
    if question.isOfBoard {
      if isUnderstood == false { return question.tooOld }
      return phase?.follows == true && hasRoom ? nil : "there is no connection"
    }
    guard phase == .live, isUnderstood == true else {
      return "there is no connection to the coordinator"
    }
    return hasRoom ? nil : "too much is under way"
  }
}
