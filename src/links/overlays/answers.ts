import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { whenGiven } from '../../platform/database/when-given.ts';
import type { Answer, StoredAnswer, Votes } from './answer.ts';
import type { OverlayContent } from './overlay.ts';
import { getOwned } from '../owned/owned.ts';
import { ownedOverlays } from './queries.ts';

/**
 * Returns responses to one overlay, newest first, older than `before` if given. The caller must check
 * ownership.
 */
export const listAnswers = (
  { db }: Pick<App, 'db'>,
  overlayId: string,
  { before, count }: { before?: string | undefined; count: number },
): Promise<StoredAnswer[]> =>
  db
    .selectFrom('links.overlay_answer as answer')
    .leftJoin('links.link as link', 'link.id', 'answer.link_id')
    .where('answer.overlay_id', '=', overlayId)
    .$call(whenGiven(before, (query, before) => query.where('answer.id', '<', before)))
    .select(['answer.id', 'answer.created_at as createdAt', 'answer.expires_at as expiresAt', 'link.alias'])
    .select((row) => row.ref('answer.content').$castTo<Answer>().as('content'))
    .orderBy('answer.id', 'desc')
    .limit(count)
    .execute();

/** Returns the choices of a poll with their votes, in the owner's order. Removed choices come last. */
export async function getVotes(
  { db }: Pick<App, 'db'>,
  overlayId: string,
  { choices }: Pick<OverlayContent, 'choices'>,
): Promise<Votes[]> {
  const rows = await db
    .selectFrom('links.overlay_vote')
    .select(['choice', 'votes'])
    .where('overlay_id', '=', overlayId)
    .orderBy('choice')
    .execute();
  const counted = new Map([
    ...choices.map((choice) => [choice, 0] as const),
    ...rows.map(({ choice, votes }) => [choice, Number(votes)] as const),
  ]);
  return Array.from(counted, ([choice, votes]) => ({ choice, votes }));
}

/** Permanently deletes one response. Its vote still counts. */
export async function deleteAnswer(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  overlayId: string,
  id: string,
): Promise<void> {
  const { id: own } = await getOwned(app, viewer, ownedOverlays, overlayId);
  const gone = await app.db
    .deleteFrom('links.overlay_answer')
    .where('overlay_id', '=', own)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!gone) throw missing(t('Answer'));
}

/** Permanently deletes all responses and votes of an overlay. */
export async function deleteAnswers(app: App, viewer: Pick<Viewer, 'id'>, overlayId: string): Promise<void> {
  await inTransaction(app, async (app) => {
    const { id } = await getOwned(app, viewer, ownedOverlays, overlayId);
    await app.db.deleteFrom('links.overlay_answer').where('overlay_id', '=', id).execute();
    await app.db.deleteFrom('links.overlay_vote').where('overlay_id', '=', id).execute();
  });
}
