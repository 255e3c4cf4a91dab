/** Looks up one item. */
type Ask<Question, Answer> = (question: Question) => Promise<Answer>;

/** Questions that are looked up together, and the position of each answer. */
interface Batch<Question, Answer> {
  questions: Question[];
  answers: Promise<Answer[]>;
  send: () => void;
}

const maxTogether = 500;
/** Turns of the event loop after a batch before the next one is sent. */
const turnsBetween = 4;

/**
 * Batches lookups: those of one turn of the event loop, and those that arrive while `lookupAll` is busy and a few
 * turns longer, because clients that have just received a response send their next request. The higher the
 * load, the fewer queries per lookup.
 */
export function batchLookups<Question, Answer>(
  lookupAll: (questions: Question[]) => Promise<Answer[]>,
): Ask<Question, Answer> {
  const waiting: Batch<Question, Answer>[] = [];
  let isBusy = false;

  const next = (): void => {
    if (isBusy) return;
    const batch = waiting.shift();
    if (!batch) return;
    isBusy = true;
    batch.send();
    const done = () => {
      isBusy = false;
      afterTurns(turnsBetween, next);
    };
    batch.answers.then(done, done);
  };

  const openBatch = (): Batch<Question, Answer> => {
    const questions: Question[] = [];
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const batch = {
      questions,
      answers: promise.then(() => lookupAll(questions)),
      send: () => resolve(undefined),
    };
    if (waiting.push(batch) === 1) setImmediate(next);
    return batch;
  };

  return async (question) => {
    const last = waiting.at(-1);
    const { questions, answers } = last && last.questions.length < maxTogether ? last : openBatch();
    const index = questions.push(question) - 1;
    return (await answers)[index] as Answer;
  };
}

function afterTurns(turns: number, then: () => void): void {
  setImmediate(turns > 1 ? () => afterTurns(turns - 1, then) : then);
}
