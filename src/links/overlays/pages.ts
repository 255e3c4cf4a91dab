import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { formPages } from '../../platform/http/form-pages.ts';
import { pictureAddress, pictureLimits } from '../custom-pages/pictures.ts';
import { deletionOf, deletionPages } from '../owned/deletion-pages.ts';
import { Id, SearchQuery } from '../owned/shapes.ts';
import { addOverlay } from './add-overlay.ts';
import { listOverlays } from './list-overlays.ts';
import { OverlayForm } from './overlay-form.ts';
import { emptyOverlay, hasPart, overlayKinds } from './overlay.ts';
import { getOwned } from '../owned/owned.ts';
import { ownedOverlays } from './queries.ts';
import { parseKind } from './parse-overlay-input.ts';
import { updateOverlay } from './update-overlay.ts';
import { overlayFormView, overlayKindsView } from './views/overlay-form-view.ts';
import { stateOfOverlay } from './views/overlay-fields.ts';
import { overlaysView } from './views/overlays-view.ts';
import { typedAddresses } from '../typed-address.ts';

const path = '/dashboard/overlays';
const perPage = 25;
const files = pictureLimits('picture');

/** The owner's list of overlays, and the forms that create and edit them. */
export const overlayPages = [
  page({
    method: 'GET',
    path,
    access: 'member',
    query: SearchQuery,
    handle: async ({ app, viewer, query: { q = '', page = 1, deleted } }) => {
      const search = q.trim();
      const listed = await listOverlays(app, viewer, { search, page, perPage });
      return overlaysView({ ...listed, search, page, perPage, now: app.clock.now(), deletedId: deleted });
    },
  }),
  page({ method: 'GET', path: `${path}/new`, access: 'member', handle: () => overlayKindsView() }),
  ...formPages({
    path: `${path}/new/:kind`,
    params: Type.Object({ kind: Type.Enum([...overlayKinds]) }),
    body: OverlayForm,
    files,
    show: ({ params }, state = stateOfOverlay({ name: '', content: emptyOverlay })) =>
      // When the form is shown again, the kind itself may be invalid.
      overlayFormView({ kind: parseKind(params.kind), overlay: undefined, picture: null, state }),
    save: async ({ app, viewer, params, body, files }) => {
      const { id, name } = await addOverlay(
        app,
        viewer,
        params.kind,
        typedAddresses(body, 'url', 'picture_address'),
        files,
      );
      const text = t('“{name}” created. Choose it as the redirect type of a link.', { name });
      return redirect(`${path}/${id}/edit`, { kind: 'success', text });
    },
  }),
  ...formPages({
    path: `${path}/:id/edit`,
    params: Id,
    body: OverlayForm,
    files,
    show: async ({ app, viewer, params }, state) => {
      const overlay = await getOwned(app, viewer, ownedOverlays, String(params.id));
      const { kind, content } = overlay;
      const picture = content.picture && pictureAddress(app, content.picture);
      return overlayFormView({ kind, overlay, picture, state: state ?? stateOfOverlay(overlay) });
    },
    save: async ({ app, viewer, params, body, files }) => {
      await updateOverlay(
        app,
        viewer,
        String(params.id),
        typedAddresses(body, 'url', 'picture_address'),
        files,
      );
      return redirect(`${path}/${params.id}/edit`, { kind: 'success', text: t('Saved.') });
    },
  }),
  ...deletionPages(path, deletionOf(ownedOverlays), ({ name, kind }) => {
    const hasAnswers = hasPart(kind, 'answers');
    return t(hasAnswers ? '“{name}” was restored, with its responses.' : '“{name}” was restored.', { name });
  }),
];
