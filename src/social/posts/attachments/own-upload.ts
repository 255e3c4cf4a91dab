import { t } from '../../../kernel/translation/translate.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { UploadKind } from '../../uploads/decide-type.ts';
import { useUpload } from '../../uploads/uploads.ts';

interface OwnUpload {
  path: string;
  small: string;
  kind: UploadKind;
  name: string;
  type: string;
  width: number | null;
  height: number | null;
  milliseconds: string | null;
  bytes: number;
}

/** Marks an upload of the author as used, in the transaction that references it. */
export async function claimUpload(
  app: App,
  author: Pick<Viewer, 'id'>,
  path: string,
  { kinds, field }: { kinds: readonly UploadKind[]; field: string },
): Promise<OwnUpload> {
  await useUpload(app, author, path, { kinds, field });
  const { small_path, bytes, kind, ...upload } = await app.db
    .selectFrom('social.upload')
    .where('path', '=', path)
    .select(['path', 'small_path', 'kind', 'name', 'type', 'width', 'height', 'milliseconds', 'bytes'])
    .executeTakeFirstOrThrow();
  return { ...upload, kind: kind as UploadKind, small: small_path ?? path, bytes: Number(bytes) };
}

/** Like `claimUpload`, for a picture with its dimensions. */
export async function claimPicture(
  app: App,
  author: Pick<Viewer, 'id'>,
  path: string,
  field: string,
): Promise<OwnUpload & { width: number; height: number }> {
  const upload = await claimUpload(app, author, path, { kinds: ['photos', 'file'], field });
  const { width, height } = upload;
  if (width === null || height === null || !upload.type.startsWith('image/'))
    throw invalid(field, t('This file is not an image'));
  return { ...upload, width, height };
}
