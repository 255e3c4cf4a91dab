import { type Static, Type } from 'typebox';
import { t } from '../../kernel/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { formPages } from '../../platform/http/form-pages.ts';
import type { FormState } from '../../web/form.ts';
import { refused } from '../../web/refused.ts';
import type { View } from '../../web/view.ts';
import { Id, ListQuery } from '../owned/api.ts';
import { getOwned } from '../owned/owned.ts';
import { deletionOf, deletionPages } from '../owned/pages.ts';
import { typedAddresses } from '../loose-values.ts';
import { addPixel, getConsent, listPixels, ownedPixels, updateConsent, updatePixel } from './pixels.ts';
import { consentView, pixelsView, pixelView } from './views.ts';

const path = '/dashboard/pixels';
const perPage = 25;

/** The owner's list of pixels with a form above it, and a page to edit each. */
export const pixelPages = [
  ...formPages({
    path,
    verb: addPixel,
    query: ListQuery,
    body: Type.Object({ type: Type.String(), name: Type.String(), tag: Type.String() }),
    show: ({ app, viewer, query }, state) => showList(app, viewer, query, state),
    save: async ({ app, viewer, body }) => {
      const { name } = await addPixel(app, viewer, body);
      return redirect(path, { kind: 'success', text: `“${name}” saved.` });
    },
  }),
  ...formPages({
    path: `${path}/:id`,
    verb: updatePixel,
    params: Id,
    body: Type.Object({ name: Type.String(), tag: Type.String() }),
    show: async ({ app, viewer, params }, state) => {
      const pixel = await getOwned(app, viewer, ownedPixels, String(params.id));
      return pixelView(pixel, state ?? { values: { name: pixel.name, tag: pixel.tag } });
    },
    save: async ({ app, viewer, params, body }) => {
      await updatePixel(app, viewer, String(params.id), body);
      return redirect(path, { kind: 'success', text: t('Saved.') });
    },
  }),
  ...deletionPages(path, deletionOf(ownedPixels), ({ name }) =>
    t('“{name}” restored, with its links.', { name }),
  ),
];

async function showList(
  app: App,
  viewer: Viewer,
  { page = 1, deleted }: Static<typeof ListQuery> = {},
  state: FormState = {},
): Promise<View> {
  const { rows, total } = await listPixels(app, viewer, { page, perPage });
  const { mode } = await getConsent(app, viewer.id);
  return pixelsView({
    pixels: rows,
    page,
    pages: Math.ceil(total / perPage),
    now: app.clock.now(),
    mode,
    deletedId: deleted,
    state,
  });
}

const consentPath = '/dashboard/pixels/consent';

/** Pages for the pixel consent settings of an owner. */
export const pixelConsentPages = [
  page({
    method: 'GET',
    path: consentPath,
    access: 'member',
    handle: async ({ app, viewer }) => {
      const { mode, privacyAddress } = await getConsent(app, viewer.id);
      return consentView({ values: { mode, privacy: privacyAddress ?? '' } });
    },
  }),
  page({
    method: 'POST',
    path: consentPath,
    verb: updateConsent,
    access: 'member',
    body: Type.Object({
      mode: Type.String({ maxLength: 20 }),
      privacy: Type.Optional(Type.String({ maxLength: 10_000 })),
    }),
    handle: async ({ app, viewer, body }) => {
      await updateConsent(app, viewer, typedAddresses(body, 'privacy'));
      return redirect('/dashboard/pixels', { kind: 'success', text: t('Saved.') });
    },
    again: ({ body }, problem) => consentView(refused({ mode: '', privacy: '', ...body }, problem)),
  }),
];
