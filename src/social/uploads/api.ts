import { type Static, Type } from 'typebox';
import { parseCrop } from '../../identity/profile/pictures.ts';
import { LooseId } from '../../kernel/input.ts';
import { invalid, msg } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { uploadsPath } from '../../platform/files.ts';
import { withoutSignature } from '../../platform/files/path.ts';
import { operations, type Upload } from '../../platform/http/endpoint.ts';
import { Done, Envelope } from '../../platform/http/families/social.ts';
import { largestOf, type UploadKind, uploadKinds } from './decide-type.ts';
import { finishDirectUpload, startDirectUpload } from './direct-upload.ts';
import { type PagePictures, parseHandle, pictureHandleNames, type PictureTarget } from './handles.ts';
import { type UploadPart, receiveUpload, type UploadResult } from './receive-upload.ts';
import { deleteUpload, type SentFile } from './uploads.ts';

const text = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }));
/** Forms send text only, but clients that build them from objects send numbers and booleans too. */
const looseScalar = (description: string) =>
  Type.Optional(
    Type.Union([Type.String({ maxLength: 20 }), Type.Integer(), Type.Boolean()], { description }),
  );

/** Aliases of the kinds that existing clients use. */
const otherKinds: Readonly<Record<string, UploadKind>> = {
  photo: 'photos',
  picture: 'photos',
  image: 'photos',
  images: 'photos',
  videos: 'video',
  audios: 'audio',
  sounds: 'audio',
  voice_note: 'voice_notes',
  voice: 'voice_notes',
  files: 'file',
};

/** Field names for the file that existing clients use. */
const formerFileFields = [
  ...uploadKinds.filter((kind) => kind !== 'file'),
  ...Object.keys(otherKinds),
  ...['pictures', 'avatar', 'cover', 'sound', 'upload', 'attachment', 'document', 'media'],
] as const;

const LooseReference = Type.Union([LooseId, Type.Integer({ minimum: 0, maximum: 1e15 })], {
  description: 'ID of the page, for the picture or cover of a page',
});

const NewUpload = Type.Object(
  {
    type: Type.Optional(
      Type.Enum([...uploadKinds, ...Object.keys(otherKinds)], {
        description: `Type of the file: ${uploadKinds.join(', ')}. Defaults to photos`,
      }),
    ),
    handle: text(
      60,
      `Purpose, such as chat or post. These set a picture or cover immediately: ${pictureHandleNames.join(', ')}`,
    ),
    id: Type.Optional(LooseReference),
    name: text(300, 'Name of the file'),
    guid: text(100, 'Your own ID for a file that is uploaded in chunks'),
    chunkIndex: looseScalar('Index of this chunk, from 0'),
    totalChunks: looseScalar('Number of chunks; 1 or empty: the file is sent whole'),
    multiple: looseScalar('Whether the form accepts several files; each is sent in a separate call'),
    blur: looseScalar('1: store the picture blurred'),
    crop: text(100, 'Extension. left,top,width,height of the part of the picture to keep, each from 0 to 1'),
  },
  { title: 'NewUpload' },
);

const guid = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Your own ID for the file, the same for all of its parts',
});

const NewDirectUpload = Type.Object(
  {
    ...Type.Pick(NewUpload, ['type', 'chunkIndex', 'totalChunks']).properties,
    guid,
    size: Type.Integer({
      minimum: 1,
      maximum: 1e12,
      description: 'Bytes of the file, or of this part. The bucket accepts no other number',
    }),
  },
  { title: 'NewDirectUpload' },
);

const DirectUpload = Type.Object(
  {
    url: Type.String({ description: 'Where to send the bytes, without any cookies or keys' }),
    method: Type.String({ description: 'PUT' }),
    headers: Type.Record(Type.String(), Type.String(), { description: 'To be sent as they are' }),
    ticket: Type.String({ description: 'For data/upload/finish' }),
    expires_at: Type.String({ format: 'date-time', description: 'By when to begin to send' }),
  },
  { title: 'DirectUpload' },
);

const SentDirectly = Type.Object(
  {
    ...Type.Omit(NewUpload, ['multiple', 'guid']).properties,
    guid,
    ticket: Type.String({ minLength: 1, maxLength: 300, description: 'As data/upload/start returned it' }),
  },
  { title: 'SentDirectly' },
);

const OwnFile = Type.Object({
  src: Type.String({ maxLength: 500, description: 'The path returned by the upload' }),
});

const PictureOrCover = Type.Object({
  handle: Type.Enum(pictureHandleNames),
  id: Type.Optional(LooseReference),
});

/** The file of a request, with its part if it is sent in parts. */
function toSentFile(
  body: Static<typeof NewUpload> | undefined,
  [upload]: readonly Upload[],
): [SentFile, UploadPart | undefined] {
  if (upload?.file === undefined)
    throw invalid('file', msg('Send the file in a field named file, as multipart/form-data'));
  const part = toPart(body ?? {});
  return [
    { ...toDescription(body ?? {}, upload.name), file: upload.file },
    part.total > 1 ? part : undefined,
  ];
}

const toKind = (type = 'photos'): UploadKind =>
  uploadKinds.find((kind) => kind === type) ?? otherKinds[type] ?? 'photos';

const toDescription = (
  { type, name, blur, crop }: Pick<Static<typeof NewUpload>, 'type' | 'name' | 'blur' | 'crop'>,
  fileName = '',
): Omit<SentFile, 'file'> => ({
  name: name ?? fileName,
  kind: toKind(type),
  crop: parseCrop(crop),
  blur: ['1', 'true'].includes(String(blur)),
});

const toPart = ({
  guid = '',
  totalChunks,
  chunkIndex,
}: Pick<Static<typeof NewUpload>, 'guid' | 'totalChunks' | 'chunkIndex'>): UploadPart => ({
  guid,
  index: toCount(chunkIndex, 'chunkIndex') ?? 0,
  total: toCount(totalChunks, 'totalChunks') ?? 1,
});

function toCount(given: string | number | boolean | undefined, field: string): number | undefined {
  if (given === undefined || given === '') return undefined;
  if (!/^\d{1,9}$/.test(String(given)))
    throw invalid(field, msg('{field} must be a whole number', { field }));
  return Number(given);
}

/** `data` is the path, or the address of a picture or cover. It is empty while parts are missing. */
const toAnswer = ({ files }: Pick<App, 'files'>, taken: UploadResult, target?: PictureTarget) =>
  'path' in taken
    ? { message: 'Uploaded', data: target ? files.address(taken.path) : taken.path, has_more: false }
    : { message: `Missing chunks: ${shorten(taken.missing)}`, data: '', has_more: true };

const shorten = (numbers: readonly number[]) =>
  `${numbers.slice(0, 20).join(', ')}${numbers.length > 20 ? ` and ${numbers.length - 20} more` : ''}`;

/** Parses a path as returned, a path below `uploads/`, or the URL of the file. */
export function toUploadPath(given: string): string {
  const src = withoutSignature(given);
  const start = src.indexOf(uploadsPath);
  return start === -1 ? src.replace(/^\/?(content\/)?uploads\//, '') : src.slice(start + uploadsPath.length);
}

const member = operations('User and data', 'member');

export const uploadRoutes = (pages: PagePictures) => [
  member.post({
    path: '/apis/php/data/upload',
    summary: 'Upload a file',
    description:
      'multipart/form-data with the file in `file`. The type is detected from the content, regardless of the name. Pictures are re-encoded without camera metadata. `data` is the path under /content/uploads/, or the URL of a picture or cover that `handle` sets. An unused file is deleted after a day. A large file can be sent in parts, in any order, each with the same `guid`. Until all parts have arrived, `data` is empty and `has_more` is true. Sending a part again changes nothing.',
    limit: { by: ['account'], calls: 1200, within: minutes(30) },
    files: {
      fields: ['file'],
      aliases: formerFileFields,
      max: 1,
      bytes: (config) => Math.max(...uploadKinds.map((kind) => largestOf(config, kind))),
    },
    body: NewUpload,
    returns: Envelope(Type.String()),
    example: { type: 'photos', handle: 'chat', name: 'harbour.jpg' },
    handle: async ({ app, viewer, body, files }) => {
      const [sent, part] = toSentFile(body, files);
      const target = parseHandle(viewer, pages, { handle: '', ...body });
      return toAnswer(app, await receiveUpload(app, viewer, { ...sent, target }, part), target);
    },
  }),
  member.post({
    path: '/apis/php/data/upload/start',
    verb: startDirectUpload,
    summary: 'Start to upload a file straight to the bucket',
    description:
      'Where the operator allows it; otherwise 404, then use data/upload. Send the bytes to `url`, then call data/upload/finish. The parts of a large file are each started, sent and finished, in any order, with the same `guid`. What is not finished is deleted.',
    body: NewDirectUpload,
    returns: Envelope(DirectUpload),
    example: { type: 'video', guid: '9b1d6c52', size: 48_213_004 },
    handle: async ({ app, viewer, body }) => {
      const { expiresAt, ...upload } = await startDirectUpload(app, viewer, {
        kind: toKind(body.type),
        bytes: body.size,
        part: toPart(body),
      });
      return { message: 'Started', data: { ...upload, expires_at: expiresAt.toISOString() } };
    },
  }),
  member.post({
    path: '/apis/php/data/upload/finish',
    verb: finishDirectUpload,
    summary: 'Finish an upload to the bucket',
    description:
      'The same checks and the same response as data/upload: the type is detected from the content, pictures are re-encoded. A repeated call changes nothing.',
    body: SentDirectly,
    returns: Envelope(Type.String()),
    example: {
      type: 'video',
      guid: '9b1d6c52',
      name: 'harbour.mp4',
      ticket: 'chunks/2026/11/5f0c8a.bin~48213004~Zm9v',
    },
    handle: async ({ app, viewer, body }) => {
      const target = parseHandle(viewer, pages, { ...body, handle: body.handle ?? '' });
      const sent = { ...toDescription(body), target };
      return toAnswer(app, await finishDirectUpload(app, viewer, sent, toPart(body), body.ticket), target);
    },
  }),
  member.post({
    path: '/apis/php/data/delete',
    verb: deleteUpload,
    summary: 'Delete one of your files',
    description: 'A file used by a post or message is deleted with it; until then the request is rejected.',
    body: OwnFile,
    returns: Done,
    example: { src: 'photos/2026/09/5f0c8a1d2e3b4c5d6e7f8091a2.webp' },
    handle: async ({ app, viewer, body }) => {
      await deleteUpload(app, viewer, toUploadPath(body.src));
      return { message: 'Deleted' };
    },
  }),
  member.post({
    path: '/apis/php/user/image_delete',
    summary: 'Remove your picture or cover, or one of a page',
    description: 'Yours, or that of a page that you administer.',
    body: PictureOrCover,
    returns: Done,
    example: { handle: 'picture-user' },
    handle: async ({ app, viewer, body }) => {
      const target = parseHandle(viewer, pages, body);
      await target?.delete(app);
      return { message: target?.which === 'cover' ? 'Cover removed' : 'Picture removed' };
    },
  }),
];
