import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { uploadsPath } from '../../platform/files.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/**
 * Writes the uploaded pictures of a text in Markdown in the one way in which they are shown: by their path on this
 * server, with their pixels behind it, so that a page keeps still while they load. `paths` are those of the viewer's own:
 * hand them to `usePictures` in the transaction that keeps the text.
 */
export async function picturesIn(
  { db, config }: Pick<App, 'db' | 'config'>,
  viewer: Pick<Viewer, 'id'>,
  text: string,
): Promise<{ text: string; paths: string[] }> {
  const base = config.plazaUrl.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const reference = new RegExp(
    String.raw`(\]\(\s{0,3}<?)(?:${base})?(?:${uploadsPath}|\/?)(photos\/[a-z0-9/]{1,80}\.webp)(?:#\d{1,5}x\d{1,5})?(?=[\s)>])`,
    'g',
  );
  const named = [...new Set(Array.from(text.matchAll(reference), ([, , path]) => path ?? ''))];
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
    text: text.replace(reference, (whole, before: string, path: string) => {
      const sized = found.get(path);
      return sized === undefined ? whole : `${before}${uploadsPath}${sized}`;
    }),
    paths: [...found.keys()],
  };
}

/** Notes that a text shows these pictures, which then stay. */
export async function usePictures(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return;
  await db
    .updateTable('social.upload')
    .set((row) => ({ used_at: row.fn.coalesce('used_at', row.val(clock.now())) }))
    .where('path', '=', sql<string>`any(${paths}::text[])`)
    .where('account_id', '=', viewer.id)
    .execute();
}
