import type { App, Viewer } from '../../../src/platform/app.ts';

/** Adds a moderator's decision that the viewer can appeal. */
export async function decisionAgainst({ db, clock }: App, { id }: Viewer): Promise<string> {
  const at = clock.now();
  const settled = { opened_at: at, settled_at: at, settled_by: id, decision: 'warn', message: 'Be kind' };
  const created = await db
    .insertInto('social.moderation_case')
    .values({ subject: 'person', subject_id: id, kind: 'person', author_id: id, ...settled })
    .returning('id')
    .executeTakeFirstOrThrow();
  return created.id;
}
