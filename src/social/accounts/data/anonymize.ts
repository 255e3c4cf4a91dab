import { sql } from 'kysely';
import { getFormerMember } from '../../../identity/account/former-member.ts';
import type { App } from '../../../platform/app.ts';
import { countForumAuthors, threadsWithout } from '../../tallies/count-forum-authors.ts';
import { tally } from '../../tallies/tally.ts';

const removedText = '(removed)';

/** Tables with what the deleted account added to a post besides its text. */
const contentTables = [
  'hashtag',
  'photo',
  'post_revision',
  'video',
  'attachment',
  'poll',
  'paywall',
] as const;

/**
 * Anonymizes answered threads and questions of an account being deleted: removes their text and author but
 * keeps the answers. List their files first.
 */
export async function anonymize(app: App, accountId: string): Promise<void> {
  const { db } = app;
  const answered = await db
    .selectFrom('social.post as post')
    .where('post.author_id', '=', accountId)
    .where('post.kind', 'in', ['thread', 'question'])
    .where('post.deleted_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('social.post as below')
          .whereRef('below.parent_id', '=', 'post.id')
          .where('below.author_id', '<>', accountId)
          .where('below.deleted_at', 'is', null)
          .select('below.id'),
      ),
    )
    .select(['post.id', 'post.held_at', 'post.page_id'])
    .execute();
  if (answered.length === 0) return;
  const former = await getFormerMember(app);
  const those = sql<string>`any(${answered.map(({ id }) => id)}::bigint[])`;
  for (const table of contentTables)
    await db.deleteFrom(`social.${table}`).where('post_id', '=', those).execute();
  await db
    .deleteFrom('social.mention')
    .where('post_id', '=', those)
    .where('comment_id', 'is', null)
    .execute();
  await db
    .updateTable('social.post')
    .set({ author_id: former, title: removedText, text: removedText, warning: '', link: null })
    .set({ quote_id: null, page_id: null, edited_at: null, pinned_at: null })
    .where('id', '=', those)
    .execute();
  const counted = answered.filter((post) => post.held_at === null && post.page_id === null).length;
  if (counted > 0)
    await tally(app, [{ subject: 'person', id: former, kind: 'posts', by: accountId, n: counted }]);
  const ids = answered.map(({ id }) => id);
  // `removeForumAuthor` subtracted these from the account.
  await countForumAuthors(app, threadsWithout(ids, accountId), 1);
}
