import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { pathPattern } from '../../../platform/files/path.ts';
import type { NewPaywall } from './paywall.ts';

const tables = ['photo', 'video', 'attachment'] as const;

/** SQL: the rows of a table that belong to a post, as a JSON array. */
const rowsOf = (table: string, postId: string) => sql`(
  select coalesce(jsonb_agg(to_jsonb(row)), '[]') from ${sql.table(`social.${table}`)} as row where row.post_id = ${postId})`;

/**
 * Moves the content of a post behind its paywall: the text, files and cover leave the tables that are read
 * without access checks. Call it at the end of the transaction that stores the post, whose text becomes the
 * teaser.
 */
export async function lockContent(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  postId: string,
  { isForMembers, planId, price, text, blur }: Omit<NewPaywall, 'teaser'> & { text: string; blur: string },
): Promise<void> {
  await sql`insert into social.paywall (post_id, is_for_members, plan_id, price, text, media, blur, created_at)
    select ${postId}, ${isForMembers}, ${planId ?? null}, ${price ?? null}::numeric * 1000000, ${text},
      jsonb_build_object('photo', ${rowsOf('photo', postId)}, 'video', ${rowsOf('video', postId)},
        'attachment', ${rowsOf('attachment', postId)},
        'cover', (select jsonb_build_object('cover', cover, 'cover_width', cover_width, 'cover_height', cover_height,
          'cover_alt', cover_alt) from social.article where post_id = ${postId} and cover is not null)),
      ${blur}, ${clock.now()}`.execute(db);
  await sql`insert into social.paywall_file (path, post_id)
    select distinct unnest(array[found[1], regexp_replace(found[1], '\\.webp$', '-small.webp')]), post_id
    from social.paywall
    join social.post on post.id = post_id
    cross join lateral (values (paywall.text, true), (media::text, false)) as part (content, is_text)
    cross join lateral regexp_matches(content, ${`(${pathPattern})`}, 'g') as found
    where post_id = ${postId} and (not is_text or exists (
      select from social.upload where upload.path = found[1] and upload.account_id = post.author_id))
    on conflict do nothing`.execute(db);
  for (const table of tables) await db.deleteFrom(`social.${table}`).where('post_id', '=', postId).execute();
  await db
    .updateTable('social.article')
    .set({ cover: null, cover_width: null, cover_height: null, cover_alt: '' })
    .where('post_id', '=', postId)
    .execute();
  // Former versions would expose the paid content.
  await db.deleteFrom('social.post_revision').where('post_id', '=', postId).execute();
}

/** Moves paid content back, permanently or until the transaction locks it again. */
export async function unlockContent({ db }: Pick<App, 'db'>, postId: string): Promise<void> {
  for (const table of tables)
    await sql`insert into ${sql.table(`social.${table}`)}
      overriding system value
      select row.* from social.paywall, jsonb_populate_recordset(null::${sql.table(`social.${table}`)}, media -> ${sql.lit(table)}) as row
      where paywall.post_id = ${postId}`.execute(db);
  await sql`update social.article set cover = media #>> '{cover,cover}', cover_alt = media #>> '{cover,cover_alt}',
      cover_width = (media #>> '{cover,cover_width}')::integer, cover_height = (media #>> '{cover,cover_height}')::integer
    from social.paywall where paywall.post_id = ${postId} and article.post_id = ${postId}
      and media ->> 'cover' is not null`.execute(db);
  await sql`update social.post set text = paywall.text from social.paywall
    where paywall.post_id = ${postId} and post.id = ${postId}`.execute(db);
  await db.deleteFrom('social.paywall').where('post_id', '=', postId).execute();
}
