import { Type } from 'typebox';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { refused } from '../../web/refused.ts';
import { pictureAddress, pictureLimits } from '../custom-pages/pictures.ts';
import { addOverlay } from './add-overlay.ts';
import { deleteOverlay } from './delete-overlay.ts';
import { listOverlays } from './list-overlays.ts';
import { OverlayForm } from './overlay-form.ts';
import { emptyOverlay, hasPart, overlayKinds } from './overlay.ts';
import { readOverlay } from './queries.ts';
import { readKind } from './read-overlay-input.ts';
import { restoreOverlay } from './restore-overlay.ts';
import { updateOverlay } from './update-overlay.ts';
import { overlayFormView, overlayKindsView } from './views/overlay-form-view.ts';
import { stateOfOverlay } from './views/overlay-fields.ts';
import { overlaysView } from './views/overlays-view.ts';

const path = '/dashboard/overlays';
const perPage = 25;
const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Id = Type.Object({ id });
const Kind = Type.Object({ kind: Type.Enum([...overlayKinds]) });

/** Overlays as their owner sees them: the list, and the form in which each is made and changed. */
export const overlayPages = [
  page({
    method: 'GET',
    path,
    access: 'member',
    query: Type.Object({
      q: Type.Optional(Type.String({ maxLength: 200 })),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      deleted: Type.Optional(id),
    }),
    handle: async ({ app, viewer, query: { q = '', page = 1, deleted } }) => {
      const search = q.trim();
      const listed = await listOverlays(app, viewer, { search, page, perPage });
      return overlaysView({ ...listed, search, page, perPage, now: app.clock.now(), deletedId: deleted });
    },
  }),
  page({ method: 'GET', path: `${path}/new`, access: 'member', handle: () => overlayKindsView() }),
  page({
    method: 'GET',
    path: `${path}/new/:kind`,
    access: 'member',
    params: Kind,
    handle: ({ params: { kind } }) =>
      overlayFormView({
        kind,
        overlay: undefined,
        picture: null,
        state: stateOfOverlay({ name: '', content: emptyOverlay }),
      }),
  }),
  page({
    method: 'POST',
    path: `${path}/new/:kind`,
    access: 'member',
    params: Kind,
    body: OverlayForm,
    files: pictureLimits('picture'),
    handle: async ({ app, viewer, params, body, files }) => {
      const { id, name } = await addOverlay(app, viewer, params.kind, body, files);
      return redirect(`${path}/${id}/edit`, {
        kind: 'success',
        text: `“${name}” is made. Choose it as the type of a link.`,
      });
    },
    again: ({ params, body }, problem) =>
      overlayFormView({
        // The kind itself may be what is wrong.
        kind: readKind(params.kind),
        overlay: undefined,
        picture: null,
        state: refused(body, problem),
      }),
  }),
  page({
    method: 'GET',
    path: `${path}/:id/edit`,
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      const overlay = await readOverlay(app, viewer, String(params.id));
      const { kind, content } = overlay;
      const picture = content.picture && pictureAddress(app, content.picture);
      return overlayFormView({ kind, overlay, picture, state: stateOfOverlay(overlay) });
    },
  }),
  page({
    method: 'POST',
    path: `${path}/:id/edit`,
    access: 'member',
    params: Id,
    body: OverlayForm,
    files: pictureLimits('picture'),
    handle: async ({ app, viewer, params, body, files }) => {
      await updateOverlay(app, viewer, String(params.id), body, files);
      return redirect(`${path}/${params.id}/edit`, { kind: 'success', text: 'Saved.' });
    },
    again: async ({ app, viewer, params, body }, problem) => {
      const overlay = await readOverlay(app, viewer, String(params.id));
      const { kind, content } = overlay;
      const picture = content.picture && pictureAddress(app, content.picture);
      return overlayFormView({ kind, overlay, picture, state: refused(body, problem) });
    },
  }),
  page({
    method: 'POST',
    path: `${path}/:id/delete`,
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      await deleteOverlay(app, viewer, String(params.id));
      return redirect(`${path}?deleted=${params.id}`);
    },
  }),
  page({
    method: 'POST',
    path: `${path}/:id/restore`,
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      const { name, kind } = await restoreOverlay(app, viewer, String(params.id));
      const answers = hasPart(kind, 'answers') ? ', with its answers' : '';
      return redirect(path, { kind: 'success', text: `“${name}” is back${answers}.` });
    },
  }),
];
