import { t } from '../../kernel/translation/translate.ts';
import { stat } from 'node:fs/promises';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { newPath, typeOfPath } from '../../platform/files/path.ts';
import { stripVideoMetadata, type Movie } from '../../platform/files/movie.ts';
import { detectType } from '../../platform/files/detect-type.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { storePicture, type Crop } from '../../platform/pictures.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { refuseFullStorage } from './storage.ts';
import type { PictureTarget } from './handles.ts';
import { toFileName } from './file-name.ts';
import { decideType, folderOf, largestOf, refuseUnplayable, type UploadKind } from './decide-type.ts';

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
    if (kind !== 'photos') throw invalid('type', t('Send a picture or cover as photos'));
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
  if (size === 0) throw invalid('file', t('The file is empty'));
  const largest = largestOf(config, kind);
  if (size > largest)
    throw new Problem(
      'too-large',
      t('Files of this type can be up to {value} MiB', { value: largest / 1024 / 1024 }),
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
