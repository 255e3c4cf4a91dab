import { sql } from 'kysely';
import { invalid } from '../../kernel/problem.ts';
import { t } from '../../kernel/translation/translate.ts';
import { livePeople } from '../../identity/account/people.ts';
import type { App } from '../../platform/app.ts';
import { blockedBetween } from '../people/between.ts';
import { namesIn, tagsIn, type Token } from '../../kernel/typed-text/tokens.ts';

/** Each is a row that is indexed. People use a few dozen at most. */
const maxHashtags = 200;

/** Replaces the stored hashtags of a post with those in its text. */
export async function saveHashtags(app: App, postId: string, tokens: readonly Token[]): Promise<void> {
  await app.db.deleteFrom('social.hashtag').where('post_id', '=', postId).execute();
  const tags = tagsIn(tokens);
  if (tags.length > maxHashtags)
    throw invalid('text', t('Use at most {maxHashtags} different hashtags', { maxHashtags }));
  const rows = tags.map((tag) => ({ tag, post_id: postId }));
  if (rows.length > 0) await app.db.insertInto('social.hashtag').values(rows).execute();
}

/** Replaces the stored mentions of a post or comment. People who blocked the author are not mentioned. */
export async function saveMentions(
  app: App,
  authorId: string,
  place: { post_id: string; comment_id: string | null },
  tokens: readonly Token[],
): Promise<void> {
  await app.db
    .deleteFrom('social.mention')
    .where('post_id', '=', place.post_id)
    .where('comment_id', 'is not distinct from', place.comment_id)
    .execute();
  const names = namesIn(tokens);
  if (names.length === 0) return;
  const people = await app.db
    .selectFrom(livePeople('person'))
    .where('person.username_key', '=', sql<string>`any(${names}::text[])`)
    .where((eb) => eb.not(blockedBetween('person.id', authorId)))
    .select(['person.id', 'person.username_key'])
    .execute();
  const rows = people.map(({ id, username_key }) => ({ ...place, account_id: id, as_written: username_key }));
  if (rows.length > 0) await app.db.insertInto('social.mention').values(rows).execute();
}
