import { Type } from 'typebox';
import { deletePicture } from '../../identity/pictures/set-picture.ts';
import { minutes } from '../../kernel/time.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Done, Envelope } from '../../platform/http/families/social.ts';
import { largestOf, uploadKinds } from './decide-type.ts';
import { deleteUpload } from './delete-upload.ts';
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

export const uploadRoutes = [
  member.post({
    path: '/apis/php/data/upload',
    summary: 'Upload a file',
    description:
      'multipart/form-data with the file in `file`. What it is is detected by its bytes, whatever its name; pictures are drawn anew without what cameras write into them. `data` is the path under /content/uploads/. A file that nothing shows is removed after a day. A large file may come in parts, in any order, each with the same `guid`: until all are there, `data` is empty and `has_more` true; a part that is sent again changes nothing.',
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
      return toAnswer(await receiveUpload(app, viewer, sent, part));
    },
  }),
  member.post({
    path: '/apis/php/data/delete',
    summary: 'Delete a file of your own',
    description: 'One that a post or message shows goes with that; until then it is refused.',
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
    summary: 'Take your picture or cover away',
    body: PictureOrCover,
    returns: Done,
    example: { handle: 'picture' },
    handle: async ({ app, viewer, body }) => {
      await deletePicture(app, viewer.id, body.handle);
      return { message: body.handle === 'picture' ? 'Picture removed' : 'Cover removed' };
    },
  }),
];
