import { sql } from 'kysely';
import { livePeople } from '../../identity/account/live-people.ts';
import type { App } from '../../platform/app.ts';
import { blockedBetween } from '../people/between.ts';

export interface Activity {
  /** The thread or question. */
  postId: string;
  /** The reply or answer. */
  replyId: string;
  /** The author. */
  by: string;
}

/**
 * Returns the ids of accounts to notify, in order, starting after `after`. Excludes the author, people who
 * muted the author, and mentioned people, who get a separate notification.
 */
export async function listSubscribers(
  { db }: Pick<App, 'db'>,
  { postId, replyId, by }: Activity,
  { after = '0', max }: { after?: string; max: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('social.subscription as subscription')
    .innerJoin(livePeople('person'), (join) => join.onRef('person.id', '=', 'subscription.account_id'))
    .where('subscription.post_id', '=', postId)
    .where('subscription.is_on', '=', true)
    .where('subscription.account_id', '>', after)
    .where('subscription.account_id', '!=', by)
    .where((eb) => eb.not(blockedBetween('subscription.account_id', by)))
    .where(
      sql<boolean>`not exists (select from social.mute
      where muter_id = subscription.account_id and muted_id = ${by})`,
    )
    .where(
      sql<boolean>`not exists (select from social.mention
      where mention.post_id = ${replyId} and mention.comment_id is null
      and mention.account_id = subscription.account_id)`,
    )
    .orderBy('subscription.account_id')
    .limit(max)
    .select('subscription.account_id')
    .execute();
  return rows.map(({ account_id }) => account_id);
}
