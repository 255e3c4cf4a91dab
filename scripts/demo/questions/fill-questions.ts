import { days, hours, minutes } from '../../../src/kernel/time.ts';
import type { App } from '../../../src/platform/app.ts';
import { listCategories } from '../../../src/social/categories.ts';
import { acceptAnswer, addAnswer } from '../../../src/social/questions/answers.ts';
import { askQuestion, closeQuestion } from '../../../src/social/questions/questions.ts';
import { vote } from '../../../src/social/questions/voting.ts';
import { at } from '../at.ts';
import { actingOperator, type Cast } from '../cast.ts';
import type { Random } from '../chance.ts';
import { questions } from './questions.ts';

/**
 * Adds questions, answers, votes and accepted answers over the last three weeks. The last question duplicates
 * the first and is closed.
 */
export async function fillQuestions(app: App, cast: Cast, chance: Random): Promise<void> {
  const now = app.clock.now().getTime();
  const categories = await listCategories(app, 'questions');
  const ids: string[] = [];
  for (const [i, { title, text, tags, answers }] of questions.entries()) {
    const [asker, ...others] = chance.shuffle([...cast.values()]);
    if (!asker) continue;
    let time = now - days(21) * (1 - i / questions.length) ** 1.5 - hours(3);
    const categoryId = chance.isLucky(0.7) ? chance.pick(categories).id : '';
    const id = await askQuestion(at(app, time), asker, { title, text, tags, categoryId });
    ids.push(id);
    const voters = chance.shuffle(others);
    for (const voter of voters.slice(0, chance.whole(0, 7)))
      await vote(at(app, time + minutes(30)), voter, id, 1);
    let accepted: string | undefined;
    for (const [n, answer] of answers.entries()) {
      time += (now - minutes(40) - time) * 0.2 * chance.number();
      const author = others[n];
      if (!author) continue;
      const answerId = await addAnswer(at(app, time), author, id, answer.replace(/^\+/, ''));
      if (answer.startsWith('+')) accepted = answerId;
      for (const voter of voters.filter((each) => each !== author).slice(0, chance.whole(0, 9)))
        await vote(at(app, time + minutes(10)), voter, answerId, chance.isLucky(0.88) ? 1 : -1);
    }
    if (accepted) await acceptAnswer(at(app, time + minutes(20)), asker, accepted);
  }
  await closeQuestion(app, await actingOperator(app, cast), ids.at(-1) ?? '', {
    because: '',
    duplicateOf: ids[0],
  });
}
