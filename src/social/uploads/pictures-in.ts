import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { uploadsPath } from '../../platform/files.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/**
 * Normalizes the uploaded pictures in a Markdown text to their path on this server with their dimensions,
 * which prevents layout shifts. `paths` are the viewer's own pictures: pass them to `usePictures` in the
 * transaction that stores the text.
 */
export async function normalizePictures(
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

/** Marks the pictures of a text as used, so that they are kept. */
export async function usePictures(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return;
  await db
    .updateTable('social.upload')
    .set((row) => ({ used_at: row.fn.coalesce('used_at', row.val(clock.now())), is_in_text: true }))
    .where('path', '=', sql<string>`any(${paths}::text[])`)
    .where('account_id', '=', viewer.id)
    .execute();
}
