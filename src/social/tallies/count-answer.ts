import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';

/**
 * Counts an answer that others may see from now on, or no more, where lists of questions look. A question whose accepted
 * answer is away is not solved, and is again when that comes back.
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
