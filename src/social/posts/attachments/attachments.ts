import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { UploadKind } from '../../uploads/decide-type.ts';
import type { NewAttachment } from '../new-post.ts';
import { claimUpload } from './own-upload.ts';

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
