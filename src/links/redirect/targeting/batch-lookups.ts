/** Looks up one item. */
type Ask<Question, Answer> = (question: Question) => Promise<Answer>;

interface Waiting<Question, Answer> {
  question: Question;
  resolve: (answer: Answer) => void;
  reject: (reason: unknown) => void;
}

const maxTogether = 500;

/**
 * Batches lookups: those of one turn of the event loop, and those that arrive while `askAll` is busy. The
 * higher the load, the fewer queries per lookup.
 */
export function batchLookups<Question, Answer>(
  lookupAll: (questions: Question[]) => Promise<Answer[]>,
): Ask<Question, Answer> {
  const queue: Waiting<Question, Answer>[] = [];
  let isBusy = false;

  const next = (): void => {
    if (isBusy || queue.length === 0) return;
    isBusy = true;
    void answer(queue.splice(0, maxTogether)).finally(() => {
      isBusy = false;
      next();
    });
  };

  const answer = async (asked: Waiting<Question, Answer>[]): Promise<void> => {
    try {
      const answers = await lookupAll(asked.map(({ question }) => question));
      asked.forEach(({ resolve }, i) => resolve(answers[i] as Answer));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  };

  return (question) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    if (queue.push({ question, resolve, reject }) === 1) setImmediate(next);
    return promise;
  };
}
