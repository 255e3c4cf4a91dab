import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { tally } from '../../tallies/tally.ts';
import { refuseSuspendedOrHeld } from '../../access/page.ts';
import { answerInvitations } from './answer-invitations.ts';
import { getPage } from '../get-page.ts';

/** Likes a page, which adds its posts to the viewer's feed. No-op if the viewer already likes it. */
export async function likePage(app: App, viewer: Viewer, id: string): Promise<void> {
  refuseSuspendedOrHeld(await getPage(app, viewer, { id }));
  await inTransaction(app, async (app) => {
    const liked = await app.db
      .insertInto('social.page_like')
      .values({ page_id: id, account_id: viewer.id, created_at: app.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('page_id')
      .executeTakeFirst();
    await answerInvitations(app, viewer, id);
    if (liked) await count(app, viewer, id, 1);
  });
}

/** Unlikes a page. No-op if the viewer does not like it. */
export async function unlikePage(app: App, viewer: Viewer, id: string): Promise<void> {
  await getPage(app, viewer, { id });
  await inTransaction(app, async (app) => {
    const gone = await app.db
      .deleteFrom('social.page_like')
      .where('page_id', '=', id)
      .where('account_id', '=', viewer.id)
      .returning('page_id')
      .executeTakeFirst();
    if (gone) await count(app, viewer, id, -1);
  });
}

async function count(app: App, viewer: Viewer, id: string, n: 1 | -1): Promise<void> {
  await tally(app, [{ subject: 'page', id, kind: 'likes', by: viewer.id, n }]);
  // Updates the sort key of lists. Skips a locked row, so that concurrent likes do not wait for each other.
  await sql`update social.page set likes = (
      select coalesce(sum(n), 0) from social.tally where subject = 'page' and subject_id = ${id} and kind = 'likes')
    where id = (select id from social.page where id = ${id} for no key update skip locked)`.execute(app.db);
}
