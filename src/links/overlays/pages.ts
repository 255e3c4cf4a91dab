import { Type } from 'typebox';
import { missing } from '../../kernel/problem.ts';
import { t } from '../../kernel/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { formPages } from '../../platform/http/form-pages.ts';
import { html } from '../../web/html.ts';
import { asPreview, exampleDestination, previewRefused } from '../custom-pages/components.ts';
import { pictureAddress, pictureLimits } from '../custom-pages/pictures.ts';
import { id, Id, SearchQuery } from '../owned/api.ts';
import { getOwned } from '../owned/owned.ts';
import { deletionPages } from '../owned/pages.ts';
import { typedAddresses } from '../loose-values.ts';
import { deleteAnswer, deleteAnswers, getVotes, listAnswers, writeAnswersCsv } from './answers.ts';
import { overlayView } from './components.ts';
import { stateOfOverlay } from './overlay-fields.ts';
import { parseKind, parseOverlayText } from './overlay-input.ts';
import { emptyOverlay, exampleOf, hasPart, type Overlay, overlayKinds } from './overlay.ts';
import { addOverlay, ownedOverlays, updateOverlay } from './overlays.ts';
import { answersView, overlayFormView, overlayKindsView, overlaysView } from './views.ts';

const field = Type.Optional(Type.String({ maxLength: 10_000 }));

/**
 * The form that creates or updates an overlay. Each kind sends a subset of the fields, and browsers do not
 * send unchecked boxes.
 */
const OverlayForm = Type.Object({
  name: field,
  corner: field,
  dismissible: field,
  own_colors: field,
  background: field,
  accent: field,
  title: field,
  text: field,
  button: field,
  url: field,
  picture_address: field,
  picture_text: field,
  code: field,
  choices: field,
  results: field,
  consent: field,
  thanks: field,
  mails: field,
  retention_days: field,
});

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
      const listed = await ownedOverlays.list(app, viewer, { search, page, perPage });
      return overlaysView({ ...listed, search, page, perPage, now: app.clock.now(), deletedId: deleted });
    },
  }),
  page({ method: 'GET', path: `${path}/new`, access: 'member', handle: () => overlayKindsView() }),
  ...formPages({
    path: `${path}/new/:kind`,
    verb: addOverlay,
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
    verb: updateOverlay,
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
  ...deletionPages(path, ownedOverlays, ({ name, kind }) => {
    const hasAnswers = hasPart(kind, 'answers');
    return t(hasAnswers ? '“{name}” was restored, with its responses.' : '“{name}” was restored.', { name });
  }),
];

const Kind = Type.Object({ kind: Type.Enum([...overlayKinds]) });

/** The overlay on top of a sample page. */
const preview = (overlay: Pick<Overlay, 'kind' | 'content'>, picture: string | null) =>
  asPreview(
    overlayView({ title: t('Any page'), to: exampleDestination }, overlay, {
      isFramed: true,
      isPreview: true,
      box: { picture, sealed: '', form: {} },
      below: html``,
    }),
  );

const addressOf = (app: App, picture: string | null) => picture && pictureAddress(app, picture);

/** Previews of an overlay, as stored and as entered in the form. */
export const overlayPreviewPages = [
  page({
    method: 'GET',
    path: `${path}/preview/:kind`,
    access: 'member',
    params: Kind,
    handle: ({ params: { kind } }) => preview({ kind, content: exampleOf(kind) }, null),
  }),
  page({
    method: 'GET',
    path: `${path}/:id/preview`,
    access: 'member',
    params: Type.Object({ id }),
    handle: async ({ app, viewer, params }) => {
      const overlay = await getOwned(app, viewer, ownedOverlays, String(params.id));
      return preview(overlay, addressOf(app, overlay.content.picture));
    },
  }),
  page({
    method: 'POST',
    path: `${path}/preview/:kind`,
    access: 'member',
    params: Kind,
    body: Type.Object({ ...OverlayForm.properties, id: Type.Optional(id) }),
    // Uploaded files are ignored. They are shown after saving.
    files: pictureLimits('picture'),
    handle: async ({ app, viewer, params: { kind }, body }) => {
      const example = exampleOf(kind);
      const content = parseOverlayText(kind, {
        ...body,
        title: body.title?.trim() ? body.title : example.title,
        picture_text: body.picture_text?.trim() ? body.picture_text : example.pictureText,
        code: body.code?.trim() ? body.code : example.code,
        choices: body.choices?.trim() ? body.choices : example.choices.join('\n'),
        consent: body.consent?.trim() || kind !== 'newsletter' ? body.consent : example.consent,
      });
      const existing =
        body.id === undefined ? undefined : await getOwned(app, viewer, ownedOverlays, String(body.id));
      const typed = body.picture_address?.trim() ?? '';
      const picture = /^https:\/\/./.test(typed) ? typed : addressOf(app, existing?.content.picture ?? null);
      return preview({ kind, content }, picture);
    },
    again: (_call, { message }) => previewRefused(message),
  }),
];

const answersPath = '/dashboard/overlays/:id/answers';
const answersPerPage = 50;

/** Pages where the owner views, exports and deletes the responses to an overlay. */
export const overlayAnswerPages = [
  page({
    method: 'GET',
    path: answersPath,
    access: 'member',
    params: Id,
    query: Type.Object({ before: Type.Optional(id) }),
    handle: async ({ app, viewer, params, query: { before } }) => {
      const overlay = await getOverlayWithForm(app, viewer, params.id);
      const found = await listAnswers(app, overlay.id, {
        before: before === undefined ? undefined : String(before),
        count: answersPerPage + 1,
      });
      const answers = found.slice(0, answersPerPage);
      return answersView({
        overlay,
        answers,
        votes: overlay.kind === 'poll' ? await getVotes(app, overlay.id, overlay.content) : [],
        isFirst: before === undefined,
        olderThan: found.length > answersPerPage ? answers.at(-1)?.id : undefined,
        now: app.clock.now(),
      });
    },
  }),
  page({
    method: 'GET',
    path: `${answersPath}.csv`,
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      const overlay = await getOverlayWithForm(app, viewer, params.id);
      return {
        type: 'text/csv; charset=utf-8',
        headers: { 'content-disposition': `attachment; filename="answers-${overlay.id}.csv"` },
        body: writeAnswersCsv(app, overlay.id),
      };
    },
  }),
  page({
    method: 'POST',
    path: `${answersPath}/delete`,
    verb: deleteAnswers,
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      await deleteAnswers(app, viewer, String(params.id));
      return redirect(`/dashboard/overlays/${params.id}/answers`, {
        kind: 'success',
        text: t('All responses deleted.'),
      });
    },
  }),
  page({
    method: 'POST',
    path: `${answersPath}/:answer/delete`,
    verb: deleteAnswer,
    access: 'member',
    params: Type.Object({ id, answer: id }),
    handle: async ({ app, viewer, params }) => {
      await deleteAnswer(app, viewer, String(params.id), String(params.answer));
      return redirect(`/dashboard/overlays/${params.id}/answers`, {
        kind: 'success',
        text: t('Response deleted.'),
      });
    },
  }),
];

/** Returns an overlay with a form. Other kinds have no responses. */
async function getOverlayWithForm(app: App, viewer: Viewer, id: number): Promise<Overlay> {
  const overlay = await getOwned(app, viewer, ownedOverlays, String(id));
  if (!hasPart(overlay.kind, 'answers')) throw missing(t('Page'));
  return overlay;
}
