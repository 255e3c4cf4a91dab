import { Type } from 'typebox';
import type { App } from '../../platform/app.ts';
import type { FormState } from '../../web/form.ts';
import type { View } from '../../web/view.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { refused } from '../../web/refused.ts';
import { addPixel } from './add-pixel.ts';
import { readConsent } from './consent.ts';
import { deletePixel } from './delete-pixel.ts';
import { listPixels } from './list-pixels.ts';
import { readPixel } from './read-pixel.ts';
import { restorePixel } from './restore-pixel.ts';
import { updatePixel } from './update-pixel.ts';
import { pixelView } from './views/pixel-view.ts';
import { pixelsView } from './views/pixels-view.ts';

const path = '/dashboard/pixels';
const perPage = 25;
const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Id = Type.Object({ id });

/** Pixels as their owner sees them: the list with the form above it, and a page to change each. */
export const pixelPages = [
  page({
    method: 'GET',
    path,
    access: 'member',
    query: Type.Object({
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      /** The pixel just deleted. */
      deleted: Type.Optional(id),
    }),
    handle: ({ app, viewer, query }) => showList(app, viewer, query),
  }),
  page({
    method: 'POST',
    path,
    access: 'member',
    body: Type.Object({ type: Type.String(), name: Type.String(), tag: Type.String() }),
    handle: async ({ app, viewer, body }) => {
      const { name } = await addPixel(app, viewer, body);
      return redirect(path, { kind: 'success', text: `“${name}” is kept.` });
    },
    again: ({ app, viewer, body }, problem) => showList(app, viewer, {}, refused(body, problem)),
  }),
  page({
    method: 'GET',
    path: `${path}/:id`,
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      const pixel = await readPixel(app, viewer, String(params.id));
      return pixelView(pixel, { values: { name: pixel.name, tag: pixel.tag } });
    },
  }),
  page({
    method: 'POST',
    path: `${path}/:id`,
    access: 'member',
    params: Id,
    body: Type.Object({ name: Type.String(), tag: Type.String() }),
    handle: async ({ app, viewer, params, body }) => {
      await updatePixel(app, viewer, String(params.id), body);
      return redirect(path, { kind: 'success', text: 'Saved.' });
    },
    again: async ({ app, viewer, params, body }, problem) =>
      pixelView(await readPixel(app, viewer, String(params.id)), refused(body, problem)),
  }),
  page({
    method: 'POST',
    path: `${path}/:id/delete`,
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      await deletePixel(app, viewer, String(params.id));
      return redirect(`${path}?deleted=${params.id}`);
    },
  }),
  page({
    method: 'POST',
    path: `${path}/:id/restore`,
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      const { name } = await restorePixel(app, viewer, String(params.id));
      return redirect(path, { kind: 'success', text: `“${name}” is back, on the links it was on.` });
    },
  }),
];

interface Wanted {
  page?: number;
  deleted?: number;
}

async function showList(
  app: App,
  viewer: Viewer,
  { page = 1, deleted }: Wanted,
  state: FormState = {},
): Promise<View> {
  const { pixels, total } = await listPixels(app, viewer, { page, perPage });
  const { manner } = await readConsent(app, viewer.id);
  return pixelsView({
    pixels,
    page,
    pages: Math.ceil(total / perPage),
    now: app.clock.now(),
    manner,
    deletedId: deleted,
    state,
  });
}
