import { sql } from 'kysely';
import { emailSpellings } from '../../../kernel/comparable.ts';
import type { App } from '../../../platform/app.ts';

/** Replaces mentions of a deleted account. */
const deletedMention = '(deleted account)';

/** Removes mentions of an account being deleted from others' texts and deletes its contact messages. */
export async function removeMentions({ db }: App, accountId: string): Promise<void> {
  const { email } = await db
    .selectFrom('identity.account')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  await sql`delete from social.contact_message
    where account_id = ${accountId} or lower(email) = any(select lower(each) from unnest(${emailSpellings(email)}::text[]) as each)`.execute(
    db,
  );
  // Matches the mention as it was written, which may use an earlier username. The lookahead prevents matching
  // the start of a longer name.
  await sql`update social.post set text = regexp_replace(text, '@' || replace(mention.as_written, '.', '\.') || '(?![a-z0-9_])', ${deletedMention}, 'gi')
    from social.mention where mention.account_id = ${accountId} and mention.comment_id is null
      and mention.post_id = post.id and post.author_id <> ${accountId}`.execute(db);
  await sql`update social.comment set text = regexp_replace(comment.text, '@' || replace(mention.as_written, '.', '\.') || '(?![a-z0-9_])', ${deletedMention}, 'gi')
    from social.mention where mention.account_id = ${accountId}
      and mention.comment_id = comment.id and comment.author_id <> ${accountId}`.execute(db);
}
