import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';

/**
 * Updates the counters of a question for an answer that became visible or hidden. A question is not solved
 * while its accepted answer is hidden.
 */
export async function countAnswer(
  app: Pick<App, 'db' | 'clock'>,
  answer: { id: string; questionId: string },
  n: 1 | -1,
): Promise<void> {
  const { id, questionId } = answer;
  await app.db
    .updateTable('social.question')
    .set({
      answers: sql<number>`answers + ${n}`,
      solved_at: sql<Date | null>`case when accepted_id = ${id}
        then ${n === 1 ? sql.ref('accepted_at') : sql`null::timestamptz`} else solved_at end`,
      ...(n === 1 && { active_at: app.clock.now() }),
    })
    .where('post_id', '=', questionId)
    .execute();
}
