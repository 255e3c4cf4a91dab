import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { uploadsPath } from '../../platform/files.ts';
import { pathPattern } from '../../platform/files/path.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/**
 * Normalizes the uploaded pictures in a Markdown text to their path on this server with their dimensions,
 * which prevents layout shifts. `paths` are the viewer's own pictures. An address may be signed, as records have it.
 */
export async function normalizePictures(
  { db, config }: Pick<App, 'db' | 'config'>,
  viewer: Pick<Viewer, 'id'>,
  text: string,
): Promise<{ text: string; paths: string[] }> {
  const base = config.plazaUrl.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const reference = new RegExp(
    String.raw`(\]\(\s{0,3}<?)(?:${base})?(?:${uploadsPath}|\/?)(photos\/[a-z0-9/]{1,80})(?:\.\d{5,6}\.[\w-]{43})?\.webp(?:#\d{1,5}x\d{1,5})?(?=[\s)>])`,
    'g',
  );
  const named = [...new Set(Array.from(text.matchAll(reference), ([, , name]) => `${name ?? ''}.webp`))];
  if (named.length === 0) return { text, paths: [] };
  const rows = await db
    .selectFrom('social.upload')
    .where('path', '=', sql<string>`any(${named}::text[])`)
    .where('account_id', '=', viewer.id)
    .where('kind', '=', 'photos')
    .select(['path', 'width', 'height'])
    .execute();
  const found = new Map(rows.map(({ path, width, height }) => [path, `${path}#${width}x${height}`]));
  return {
    text: text.replace(reference, (whole, before: string, name: string) => {
      const sized = found.get(`${name}.webp`);
      return sized === undefined ? whole : `${before}${uploadsPath}${sized}`;
    }),
    paths: [...found.keys()],
  };
}

/**
 * Records the author's own pictures in the text of a post and its former versions, so that they are kept, and served
 * to those who see the post. Call it at the end of the transaction that stores the text.
 */
export async function savePictures({ db, clock }: Pick<App, 'db' | 'clock'>, postId: string): Promise<void> {
  await db.deleteFrom('social.text_picture').where('post_id', '=', postId).execute();
  await sql`with named as (
      select distinct upload.path
      from social.post
      cross join lateral (
        select post.text
        union all select revision.text from social.post_revision as revision where revision.post_id = post.id) as version
      cross join lateral regexp_matches(version.text, ${`(${pathPattern})`}, 'g') as found
      join social.upload on upload.path = found[1] and upload.kind = 'photos' and upload.account_id = post.author_id
      where post.id = ${postId} and strpos(version.text, 'photos/20') > 0),
    used as (
      update social.upload set used_at = ${clock.now()}
      where used_at is null and path in (
        select path from named union select path from social.paywall_file where post_id = ${postId}))
    insert into social.text_picture (path, post_id) select path, ${postId}::bigint from named`.execute(db);
}
