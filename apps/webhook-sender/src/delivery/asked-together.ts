interface Asked<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** While one statement is under way the next questions gather: however many ask, there is one statement at a time. */
export class AskedTogether<Question, Answer> {
  private waiting: Asked<Question, Answer>[] = [];
  private isAsking = false;

  /** @param answerAll an answer to each, in their order */
  constructor(private readonly answerAll: (questions: readonly Question[]) => Promise<readonly Answer[]>) {}

  /** @throws what `answerAll` throws, to all who asked together */
  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ question, resolve, reject });
      if (!this.isAsking) void this.askAll();
    });
  }

  private async askAll(): Promise<void> {
    this.isAsking = true;
    while (this.waiting.length > 0) await this.answer(this.waiting.splice(0));
    this.isAsking = false;
  }

  private async answer(asked: readonly Asked<Question, Answer>[]): Promise<void> {
    try {
      const answers = await this.answerAll(asked.map(({ question }) => question));
      asked.forEach(({ resolve }, index) => resolve(answers[index]!));
    } catch (error) {
      asked.forEach(({ reject }) => reject(error));
    }
  }
}
