import { msg, invalid, Problem } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';
import type { Config } from '../../platform/settings/config.ts';
import { detectType } from '../../platform/files/store.ts';
import type { Upload } from '../../platform/http/endpoint.ts';
import { kindByType, largestOf, uploadKinds, type UploadKind } from '../uploads/decide-type.ts';
import { deleteUpload } from '../uploads/uploads.ts';
import { receiveUpload } from '../uploads/receive-upload.ts';
import { kindByField } from './attachments.ts';
import { checkPost, maxAttachments, maxPhotos, maxThreadPhotos } from './new-post.ts';
import type { NewAttachment, NewContinuation, NewPhoto, NewPost, NewVideo } from './new-post.ts';
import { publishPost } from './publishing.ts';
import { checkContinuations, maxContinuations } from './threads.ts';

/** Limits for files attached to a post: pictures, one video, and others. */
export const postFiles = {
  fields: ['photos', 'video', 'audio', 'voice_notes', 'file'],
  aliases: Object.keys(kindByField),
  multiple: true,
  max: maxPhotos + 1 + maxAttachments,
  bytes: (config: Config) => Math.max(...uploadKinds.map((kind) => largestOf(config, kind))),
};

/** Pictures of the posts of a thread after the first are in fields with their numbers, from `photos_2` on. */
export const threadFiles = {
  ...postFiles,
  aliases: [
    ...postFiles.aliases,
    ...Array.from({ length: maxContinuations }, (_, at) => [`photos_${at + 2}`, `pictures_${at + 2}`]).flat(),
  ],
  max: maxThreadPhotos + 1 + maxAttachments,
};

/** Alt texts and metadata of the attached files. */
export interface FileMetadata {
  /** Alt texts in the order of the pictures, from the first post of a thread to its last. */
  alts?: readonly string[] | undefined;
  video?: Omit<NewVideo, 'path'> | undefined;
}

/** The files of a post that are already uploaded. */
interface AttachedFiles {
  photos: readonly NewPhoto[];
  video?: NewVideo | undefined;
  attachments?: readonly NewAttachment[] | undefined;
  thread?: readonly NewContinuation[] | undefined;
}

interface SortedFile {
  upload: Upload;
  kind: UploadKind;
  /** The number of its post in the thread, from 1. */
  number: number;
}

/** Publishes a post with attached files. They are stored as uploads, and deleted if the post is rejected. */
export async function publishWithFiles(
  app: App,
  author: Viewer,
  post: NewPost,
  files: readonly Upload[],
  described: FileMetadata = {},
): Promise<string> {
  if (files.length === 0) return publishPost(app, author, post);
  const sorted = await sortFiles(files);
  // Validate everything that does not need the files before storing them.
  const planned = { ...post, ...mergeFiles(post, sorted, described, () => '') };
  checkPost(planned);
  checkContinuations(planned);
  return withUploads(app, author, { sorted, shown: post, described }, (shown) =>
    publishPost(app, author, { ...post, ...shown }),
  );
}

/** Uploads attached files and calls `work` with all files of the post. Deletes the uploads if it fails. */
export async function withUploads<T>(
  app: App,
  author: Viewer,
  {
    sorted,
    shown,
    described,
  }: { sorted: readonly SortedFile[]; shown: AttachedFiles; described: FileMetadata },
  work: (shown: AttachedFiles) => Promise<T>,
): Promise<T> {
  const paths = new Map<Upload, string>();
  try {
    for (const { upload, kind } of sorted) paths.set(upload, await store(app, author, upload, kind));
    return await work(mergeFiles(shown, sorted, described, (upload) => paths.get(upload) ?? ''));
  } catch (error) {
    for (const path of paths.values()) await deleteUpload(app, author, path);
    throw error;
  }
}

/** Detects the kind of each file. Throws a `Problem` for a second video. */
export async function sortFiles(files: readonly Upload[]): Promise<SortedFile[]> {
  const sorted: SortedFile[] = [];
  for (const upload of files) {
    const [, field = upload.field, number = '1'] = /^(photos|pictures)_(\d+)$/.exec(upload.field) ?? [];
    const given = kindByField[field] ?? 'any';
    const found = given === 'any' ? kindByType(upload.file && (await detectType(upload.file))) : given;
    const hasVideo = sorted.some(({ kind }) => kind === 'video');
    if (given === 'video' && hasVideo) throw invalid('video', msg('A post can have one video'));
    const kind = given === 'any' && found === 'video' && hasVideo ? 'file' : found;
    sorted.push({ upload, kind, number: Number(number) });
  }
  return sorted.sort((a, b) => a.number - b.number);
}

/** Combines existing and newly attached files. */
function mergeFiles(
  shown: AttachedFiles,
  sorted: readonly SortedFile[],
  { alts = [], video }: FileMetadata,
  pathOf: (upload: Upload) => string,
): AttachedFiles {
  const of = (...kinds: UploadKind[]) => sorted.filter(({ kind }) => kinds.includes(kind));
  const photos = of('photos').map(({ upload, number }, index) => ({
    number,
    photo: { path: pathOf(upload), alt: alts[index] ?? '' },
  }));
  const photosOf = (wanted: number) =>
    photos.flatMap(({ number, photo }) => (number === wanted ? [photo] : []));
  const last = sorted.at(-1);
  if (last && last.number > 1 + (shown.thread?.length ?? 0))
    throw invalid(last.upload.field, msg('The thread has no such post'));
  const attachments = of('audio', 'voice_notes', 'file').map(({ upload }) => ({
    path: pathOf(upload),
    field: upload.field,
  }));
  const [file] = of('video');
  return {
    photos: [...shown.photos, ...photosOf(1)],
    video: file ? { ...video, path: pathOf(file.upload) } : shown.video,
    attachments: [...(shown.attachments ?? []), ...attachments],
    ...(shown.thread && {
      thread: shown.thread.map((part, at) => ({ ...part, photos: [...part.photos, ...photosOf(at + 2)] })),
    }),
  };
}

async function store(
  app: App,
  author: Viewer,
  { file, name, field }: Upload,
  kind: UploadKind,
): Promise<string> {
  if (file === undefined) throw invalid(field, msg('Send the file as multipart/form-data'));
  const taken = await receiveUpload(app, author, { file, name, kind }).catch((error: unknown) => {
    // Report the error at the field of this form instead of the upload's.
    if (error instanceof Problem && error.field !== undefined)
      throw new Problem(error.kind, error.text, { field, cause: error });
    throw error;
  });
  if (!('path' in taken)) throw invalid(field, msg('The file upload is incomplete'));
  return taken.path;
}
