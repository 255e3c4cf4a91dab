import { invalid, msg } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';
import type { UploadKind } from '../uploads/decide-type.ts';
import { useUpload } from '../uploads/uploads.ts';
import type { NewAttachment, NewPhoto, NewVideo } from './new-post.ts';

/** The upload kind by form field name. `any`: detected from the content. */
export const kindByField: Readonly<Record<string, UploadKind | 'any'>> = {
  photos: 'photos',
  photo: 'photos',
  pictures: 'photos',
  picture: 'photos',
  images: 'photos',
  image: 'photos',
  video: 'video',
  videos: 'video',
  audio: 'audio',
  audios: 'audio',
  sound: 'audio',
  sounds: 'audio',
  voice_notes: 'voice_notes',
  voice_note: 'voice_notes',
  voice: 'voice_notes',
  file: 'any',
  files: 'any',
  document: 'any',
  documents: 'any',
  attachment: 'any',
  attachments: 'any',
};

/** Aliases used by clients for fields that name uploads. */
export const formerFileNames = {
  videos: 'video',
  audios: 'audio',
  sound: 'audio',
  sounds: 'audio',
  voice_note: 'voice_notes',
  voice: 'voice_notes',
  files: 'file',
  document: 'file',
  documents: 'file',
  attachment: 'file',
  attachments: 'file',
} as const;

/** Returns the original names of the author's uploads by path. */
export async function listUploadNames(
  { db }: Pick<App, 'db'>,
  author: Pick<Viewer, 'id'>,
  attachments: readonly NewAttachment[],
): Promise<Map<string, string>> {
  if (attachments.length === 0) return new Map();
  const paths = attachments.map(({ path }) => path);
  const rows = await db
    .selectFrom('social.upload')
    .where('path', 'in', paths)
    .where('account_id', '=', author.id)
    .select(['path', 'name'])
    .execute();
  return new Map(rows.map(({ path, name }) => [path, name]));
}

/** Attaches previously uploaded files of the author to a post, in order. */
export async function addAttachments(
  app: App,
  author: Viewer,
  postId: string,
  attachments: readonly NewAttachment[],
): Promise<void> {
  const rows = [];
  for (const [index, { path, field }] of attachments.entries()) {
    const { kind, name, type, bytes, milliseconds } = await claimUpload(app, author, path, {
      kinds: ['audio', 'voice_notes', 'file'],
      field,
    });
    rows.push({ post_id: postId, position: index + 1, path, kind, name, type, bytes, milliseconds });
  }
  if (rows.length > 0) await app.db.insertInto('social.attachment').values(rows).execute();
}

/** Adds previously uploaded pictures of the author to a post, in order. */
export async function addPhotos(
  app: App,
  author: Viewer,
  postId: string,
  photos: readonly NewPhoto[],
): Promise<void> {
  const rows = [];
  for (const [position, { path, alt }] of photos.entries()) {
    const { small, width, height, bytes } = await claimPicture(app, author, path, 'photos');
    rows.push({ post_id: postId, position, path, small_path: small, width, height, bytes, alt });
  }
  if (rows.length > 0) await app.db.insertInto('social.photo').values(rows).execute();
}

/** Attaches a previously uploaded video of the author to a post. */
export async function saveVideo(app: App, author: Viewer, postId: string, video: NewVideo): Promise<void> {
  const { path, type, width, height, milliseconds, bytes } = await claimUpload(app, author, video.path, {
    kinds: ['video'],
    field: 'video',
  });
  const poster = video.poster === undefined ? null : await claimPicture(app, author, video.poster, 'poster');
  await app.db
    .insertInto('social.video')
    .values({
      post_id: postId,
      path,
      type,
      width,
      height,
      milliseconds,
      bytes,
      alt: video.alt ?? '',
      poster: poster?.path ?? null,
    })
    .execute();
}

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
async function claimUpload(
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
async function claimPicture(
  app: App,
  author: Pick<Viewer, 'id'>,
  path: string,
  field: string,
): Promise<OwnUpload & { width: number; height: number }> {
  const upload = await claimUpload(app, author, path, { kinds: ['photos', 'file'], field });
  const { width, height } = upload;
  if (width === null || height === null || !upload.type.startsWith('image/'))
    throw invalid(field, msg('This file is not an image'));
  return { ...upload, width, height };
}
