import { sql } from 'kysely';
import { t } from '../../../web/translation/translate.ts';
import type { App } from '../../../platform/app.ts';
import { tally } from '../../tallies/tally.ts';

const atOnce = 500;

/**
 * Imports the next likes in one statement: a community can have millions. Returns how many there were. Nobody is told.
 * Call it in a transaction that has locked the import.
 */
export async function importLikes(app: App, importId: string): Promise<number> {
  await sql`select set_config('plaza.importing', 'on', true)`.execute(app.db);
  const { rows } = await sql<{ post_id: string | null; account_id: string | null; is_new: boolean }>`
    with next as (
      select position, source, content ->> 'author' as author, content ->> 'at' as at from social.import_entry
      where import_id = ${importId} and state = 'waiting' and kind = 'like' order by position limit ${sql.lit(atOnce)}
    ), found as (
      select next.position, next.at::timestamptz as at, written.post_id, person.target_id as account_id
      from next left join lateral (
        select post.id as post_id from social.import_entry as entry join social.post on post.id = entry.post_id
        where entry.source = next.source and entry.kind in ('thread', 'thread_reply') and post.deleted_at is null
        order by entry.import_id desc limit 1
      ) as written on true left join lateral (
        select target_id from social.import_entry as entry
        where entry.source = next.author and entry.kind = 'person' and target_id is not null
          and state in ('done', 'known')
        order by entry.import_id desc limit 1
      ) as person on true
    ), added as (
      insert into social.reaction (post_id, account_id, kind, created_at)
      select distinct on (post_id, account_id) post_id, account_id, 'like', least(at, ${app.clock.now()}::timestamptz)
      from found where post_id is not null and account_id is not null
      on conflict do nothing returning post_id, account_id
    ), outcome as (
      select found.position, found.post_id, found.account_id, added.post_id is not null
        and row_number() over (partition by found.post_id, found.account_id order by found.position) = 1 as is_new
      from found left join added on added.post_id = found.post_id and added.account_id = found.account_id
    ), marked as (
      update social.import_entry as entry set content = null,
        state = case when outcome.is_new then 'done'
          when outcome.post_id is null or outcome.account_id is null then 'failed' else 'known' end,
        reason = case when outcome.post_id is null or outcome.account_id is null
          then ${t('The post or the person was not imported')} else '' end
      from outcome where entry.import_id = ${importId} and entry.position = outcome.position
    )
    select post_id::text, account_id::text, is_new from outcome`.execute(app.db);
  const likes = rows.flatMap(({ post_id: id, account_id: by, is_new: isNew }) =>
    isNew && id !== null && by !== null ? [{ subject: 'post', id, kind: 'like', by, n: 1 } as const] : [],
  );
  await tally(app, likes);
  return rows.length;
}
