import { Type } from 'typebox';
import { minutes } from '../../kernel/time.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Done, Envelope } from '../../platform/http/families/social.ts';
import { largestOf, uploadKinds } from './decide-type.ts';
import { deleteUpload } from './delete-upload.ts';
import { parseHandle, type PagePictures } from './handles.ts';
import { receiveUpload } from './receive-upload.ts';
import {
  formerFileFields,
  NewUpload,
  OwnFile,
  PictureOrCover,
  toAnswer,
  toPath,
  toSentFile,
} from './wire.ts';

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
    path: '/apis/php/data/delete',
    summary: 'Delete one of your files',
    description: 'A file used by a post or message is deleted with it; until then the request is rejected.',
    body: OwnFile,
    returns: Done,
    example: { src: 'photos/2026/09/5f0c8a1d2e3b4c5d6e7f8091a2.webp' },
    handle: async ({ app, viewer, body }) => {
      await deleteUpload(app, viewer, toPath(body.src));
      return { message: 'Deleted' };
    },
  }),
  member.post({
    path: '/apis/php/user/image_delete',
    summary: 'Remove your picture or cover, or one of a page',
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
