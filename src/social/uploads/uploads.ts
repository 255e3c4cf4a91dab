import { sql } from 'kysely';
import { stat } from 'node:fs/promises';
import { invalid, missing, Problem, msg } from '../../kernel/problem.ts';
import { type App, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { uploadsPath } from '../../platform/files.ts';
import { detectType } from '../../platform/files/store.ts';
import { type Movie, stripVideoMetadata } from '../../platform/files/movie.ts';
import { newPath, pathPattern, typeOfPath } from '../../platform/files/path.ts';
import { type Crop, storePicture } from '../../platform/pictures.ts';
import { decideType, folderOf, largestOf, refuseUnplayable, toFileName } from './decide-type.ts';
import type { UploadKind } from './decide-type.ts';
import type { PictureTarget } from './handles.ts';

/** An incoming file, as described by the client. */
export interface SentFile {
  /** Local path of the file, from which it may be moved. */
  file: string;
  name: string;
  kind: UploadKind;
  /** Set if the file immediately becomes a picture or cover. */
  target?: PictureTarget | undefined;
  crop?: Crop | undefined;
  blur?: boolean;
}

/** Stores a file and returns its path. Throws a `Problem` if it does not match its declared kind. */
export async function storeUpload(app: App, viewer: Pick<Viewer, 'id'>, sent: SentFile): Promise<string> {
  const { file, name, kind, target, crop, blur } = sent;
  const bytes = await checkSize(app, sent);
  await refuseFullStorage(app, viewer, { coming: bytes, field: 'file' });
  if (target) {
    if (kind !== 'photos') throw invalid('type', msg('Send a picture or cover as photos'));
    return target.set(app, file, { crop });
  }
  const type = decideType(kind, await detectType(file), name);
  if (type === 'picture') {
    const { path, small, ...picture } = await storePicture(app, viewer.id, file, 'photos', { crop, blur });
    const row = { ...picture, path, small_path: small, kind, type: typeOfPath(path), name: toFileName(name) };
    return recordUpload(app, viewer, row);
  }
  const path = newPath(folderOf[kind], type, app.clock.now());
  const stripped = /^(?:video|audio)\/(?:mp4|quicktime|3gpp2?)$/.test(type)
    ? await stripVideoMetadata(file)
    : undefined;
  if (stripped && kind !== 'file') refuseUnplayable(kind, stripped.codecs);
  await app.files.putFile(path, file, type);
  const row = { path, small_path: null, kind, type: typeOfPath(path), bytes, name: toFileName(name) };
  return recordUpload(app, viewer, { ...stripped?.movie, ...row });
}

async function checkSize({ config }: App, { file, kind }: SentFile): Promise<number> {
  const { size } = await stat(file);
  if (size === 0) throw invalid('file', msg('The file is empty'));
  const largest = largestOf(config, kind);
  if (size > largest)
    throw new Problem(
      'too-large',
      msg('Files of this type can be up to {value} MiB', { value: largest / 1024 / 1024 }),
      {
        field: 'file',
      },
    );
  return size;
}

interface Noted extends Movie {
  path: string;
  small_path: string | null;
  kind: UploadKind;
  type: string;
  bytes: number;
  name: string;
}

/**
 * Records the file in the database, because a file without a row has no owner and is never deleted. Deletes
 * it if that fails.
 */
async function recordUpload(app: App, viewer: Pick<Viewer, 'id'>, row: Noted): Promise<string> {
  try {
    await inTransaction(app, async (app) => {
      await app.db
        .insertInto('social.upload')
        .values({ ...row, account_id: viewer.id, created_at: app.clock.now() })
        .execute();
      await refuseFullStorage(app, viewer, { field: 'file' });
    });
    return row.path;
  } catch (error) {
    for (const path of [row.path, row.small_path]) if (path !== null) await app.files.remove(path);
    throw error;
  }
}

/**
 * Marks an upload of the viewer as used, so that it is kept. Call it in the transaction that references it.
 * Throws a `Problem` at `field` if it is not their file, or not of one of the `kinds`.
 */
export async function useUpload(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  path: string,
  { kinds, field }: { kinds: readonly UploadKind[]; field: string },
): Promise<void> {
  const used = await db
    .updateTable('social.upload')
    .set((row) => ({ used_at: row.fn.coalesce('used_at', row.val(clock.now())) }))
    .where('path', '=', path)
    .where('account_id', '=', viewer.id)
    .where('kind', 'in', kinds)
    .returning('id')
    .executeTakeFirst();
  if (!used) throw invalid(field, msg('The file in {field} was not found. Upload it first.', { field }));
}

/** Deletes an upload of the viewer, unless it is in use. Files of others are treated as missing. */
export const deleteUpload = verb(
  { name: 'uploads.delete', who: 'member' },
  async (app: App, viewer: Pick<Viewer, 'id'>, path: string): Promise<void> => {
    await inTransaction(app, async (app) => {
      const { db, files } = app;
      const upload = await db
        .selectFrom('social.upload')
        .select(['id', 'small_path', 'used_at'])
        .where('path', '=', path)
        .where('account_id', '=', viewer.id)
        .forUpdate()
        .executeTakeFirst();
      if (!upload) throw await refusalFor(app, viewer, path);
      if (upload.used_at !== null) throw new Problem('conflict', inUse);
      await db.deleteFrom('social.upload').where('id', '=', upload.id).execute();
      await files.remove(path);
      if (upload.small_path !== null) await files.remove(upload.small_path);
    });
  },
);

const inUse = msg('This file is in use. Delete the content that uses it first.');

async function refusalFor({ db }: App, viewer: Pick<Viewer, 'id'>, path: string): Promise<Problem> {
  const photo = await db
    .selectFrom('social.photo as photo')
    .innerJoin('social.post as post', 'post.id', 'photo.post_id')
    .select('photo.id')
    .where('photo.path', '=', path)
    .where('post.author_id', '=', viewer.id)
    .executeTakeFirst();
  if (photo) return new Problem('conflict', inUse);
  const account = await db
    .selectFrom('identity.account')
    .select('id')
    .where('id', '=', viewer.id)
    .where((row) => row.or([row('picture', '=', path), row('cover', '=', path)]))
    .executeTakeFirst();
  return account
    ? new Problem('conflict', msg('This is your picture or cover. Delete it with user/image_delete.'))
    : missing(msg('File'));
}

const mebibyte = 1024 ** 2;

/** Returns the bytes that an account stores: its uploads and the pictures of its posts. */
export async function getStorageUsage({ db }: Pick<App, 'db'>, { id }: Pick<Viewer, 'id'>): Promise<number> {
  const row = await db
    .selectFrom('social.storage_usage')
    .select(sql<number>`bytes::float8`.as('bytes'))
    .where('account_id', '=', id)
    .executeTakeFirst();
  return row?.bytes ?? 0;
}

/**
 * Throws a `Problem` if the account exceeds its quota. Call it with the file size before processing, and
 * again in the transaction that stored its row, where the total is locked.
 */
export async function refuseFullStorage(
  app: Pick<App, 'db' | 'config'>,
  viewer: Pick<Viewer, 'id'>,
  { coming = 0, field }: { coming?: number; field: string },
): Promise<void> {
  const quota = app.config.STORAGE_QUOTA_MIB;
  if (quota === 0 || (await getStorageUsage(app, viewer)) + coming <= quota * mebibyte) return;
  throw new Problem(
    'too-large',
    msg('You reached your storage limit of {quota} MiB. Delete some files first.', { quota }),
    {
      field,
    },
  );
}

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
    String.raw`(\]\(\s{0,3}<?)(?:${base})?(?:${uploadsPath}|\/?)(photos\/[a-z0-9/]{1,80})(?:\.\d{1,19}-\d{5,6}\.[\w-]{43})?\.webp(?:#\d{1,5}x\d{1,5})?(?=[\s)>])`,
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

/** A text of the site: its pictures are for everyone. */
type OpenText = { static_page_id: string } | { term_id: string };

/**
 * Records the pictures in a text of the site, so that they are kept, and served to everyone. A member can only add
 * pictures of their own. Call it in the transaction that stores the text.
 */
export async function saveOpenPictures(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  where: OpenText,
  text: string,
  member?: Pick<Viewer, 'id'>,
): Promise<void> {
  const named = Array.from(text.matchAll(new RegExp(pathPattern, 'g')), ([path]) => path);
  const [column = '', id = ''] = Object.entries(where)[0] ?? [];
  await sql`delete from social.open_picture
    where ${sql.ref(column)} = ${id} and path <> all(${named}::text[])`.execute(db);
  if (named.length === 0) return;
  const isOwn = member ? sql`account_id = ${member.id}` : sql`true`;
  await sql`with own as (
      select path from social.upload where path = any(${named}::text[]) and kind = 'photos' and ${isOwn}),
    used as (
      update social.upload set used_at = ${clock.now()} where used_at is null and path in (select path from own))
    insert into social.open_picture (path, ${sql.ref(column)})
      select path, ${id}::bigint from own on conflict do nothing`.execute(db);
}
