import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { refused } from '../../web/refused.ts';
import { largestPicture } from '../../platform/pictures.ts';
import { parseCrop } from './parse-crop.ts';
import { deletePicture, getPictures, setPicture } from './set-picture.ts';
import { picturesView, type Shown } from './view.ts';

const path = '/settings/pictures';
const Handle = Type.Union([Type.Literal('picture'), Type.Literal('cover')]);
const nameOf = () => ({ picture: t('Picture'), cover: t('Cover') }) as const;

/** A person's picture and cover. The same page on both services. */
export const picturePages = [
  page({
    method: 'GET',
    path,
    access: 'member',
    handle: ({ app, viewer }) => show(app, viewer),
  }),
  page({
    method: 'POST',
    path,
    access: 'member',
    files: { fields: ['file'], max: 1, bytes: largestPicture },
    body: Type.Object({ handle: Handle, crop: Type.Optional(Type.String({ maxLength: 100 })) }),
    handle: async ({ app, viewer, body, files: [upload] }) => {
      if (!upload) throw invalid('file', t('Choose a picture'));
      const crop = parseCrop(body.crop, 'file');
      await setPicture(app, viewer.id, body.handle, upload.file ?? upload.body, { crop });
      return redirect(path, { kind: 'success', text: t('{value} saved', { value: nameOf()[body.handle] }) });
    },
    again: ({ app, viewer, body }, problem) =>
      show(app, viewer, {
        handle: body.handle === 'cover' ? 'cover' : 'picture',
        state: refused({ file: '' }, problem),
      }),
  }),
  page({
    method: 'POST',
    path: `${path}/remove`,
    access: 'member',
    body: Type.Object({ handle: Handle }),
    handle: async ({ app, viewer, body }) => {
      await deletePicture(app, viewer.id, body.handle);
      return redirect(path, {
        kind: 'success',
        text: t('{value} removed', { value: nameOf()[body.handle] }),
      });
    },
  }),
];

const show = async (app: App, viewer: Viewer, refused?: Shown['refused']) =>
  picturesView({ viewer, addresses: await getPictures(app, viewer.id), ...(refused && { refused }) });
