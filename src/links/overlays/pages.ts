import { Type } from 'typebox';
import { missing, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { linkButton } from '../../web/components/controls.ts';
import { html } from '../../web/html.ts';
import { exampleDestination } from '../custom-pages/components.ts';
import type { TypedFields } from '../custom-pages/fields.ts';
import { designPages } from '../custom-pages/pages.ts';
import { id, IdParams } from '../owned/api.ts';
import { getOwned } from '../owned/owned.ts';
import {
  deleteOverlayAnswer,
  deleteAnswers,
  getVotes,
  listOverlayAnswers,
  writeAnswersCsv,
} from './answers.ts';
import { overlayView } from './components.ts';
import { overlayExample, hasPart, kinds, type Overlay, type OverlayKind, overlayKinds } from './overlay.ts';
import { addOverlay, ownedOverlays, updateOverlay } from './overlays.ts';
import { actsOf, overlayAnswersView, overlayKindsView, overlaysView } from './views.ts';

const path = '/dashboard/overlays';

/** The owner's list of overlays, the forms that create and edit them, and previews. */
export const overlayPages = [
  page({ method: 'GET', path: `${path}/new`, access: 'member', handle: () => overlayKindsView() }),
  ...designPages(ownedOverlays, {
    path,
    section: 'overlays',
    title: () => t('Overlays'),
    list: overlaysView,
    params: {
      path: '/:kind',
      schema: Type.Object({ kind: Type.Enum([...overlayKinds]) }),
      columns: ({ kind }) => ({ kind }),
    },
    verbs: { add: addOverlay, update: updateOverlay },
    add: (app, viewer, { kind }, typed, files) => addOverlay(app, viewer, kind, typed, files),
    words: ({ kind }) => ({
      create: t('New overlay: {kind}', { kind: kinds()[kind].label }),
      lead: kinds()[kind].about,
      submit: t('Create overlay'),
      preview: t('Preview of the overlay'),
    }),
    actions: ({ id, kind }) =>
      hasPart(kind, 'answers') &&
      linkButton({ label: t('Responses'), href: `${path}/${id}/answers`, icon: 'list' }),
    acts: actsOf,
    restored: ({ name, kind }) =>
      t(hasPart(kind, 'answers') ? '“{name}” was restored, with its responses.' : '“{name}” was restored.', {
        name,
      }),
    show: (overlay, { picture = null }) =>
      overlayView({ title: t('Any page'), to: exampleDestination }, overlay, {
        isFramed: true,
        isPreview: true,
        box: { picture, sealed: '', form: {} },
        below: html``,
      }),
    example: ({ kind }) => overlayExample(kind),
    complete: ({ kind }, typed) => completeTyped(kind, typed),
  }),
];

/** Completes a form with what an example says, so that its preview can be shown from the first letter. */
function completeTyped(kind: OverlayKind, typed: TypedFields): TypedFields {
  const example = overlayExample(kind);
  const orExample = (text: string | undefined, usual: string) => (text?.trim() ? text : usual);
  return {
    ...typed,
    title: orExample(typed.title, example.title),
    picture_text: orExample(typed.picture_text, example.pictureText),
    code: orExample(typed.code, example.code),
    choices: orExample(typed.choices, example.choices.join('\n')),
    consent: kind === 'newsletter' ? orExample(typed.consent, example.consent) : typed.consent,
  };
}

const answersPath = '/dashboard/overlays/:id/answers';
const answersPerPage = 50;

/** Pages where the owner views, exports and deletes the responses to an overlay. */
export const overlayAnswerPages = [
  page({
    method: 'GET',
    path: answersPath,
    access: 'member',
    params: IdParams,
    query: Type.Object({ before: Type.Optional(id) }),
    handle: async ({ app, viewer, params, query: { before } }) => {
      const overlay = await getOverlayWithForm(app, viewer, params.id);
      const found = await listOverlayAnswers(app, overlay.id, {
        before: before === undefined ? undefined : String(before),
        count: answersPerPage + 1,
      });
      const answers = found.slice(0, answersPerPage);
      return overlayAnswersView({
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
    params: IdParams,
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
    params: IdParams,
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
    verb: deleteOverlayAnswer,
    access: 'member',
    params: Type.Object({ id, answer: id }),
    handle: async ({ app, viewer, params }) => {
      await deleteOverlayAnswer(app, viewer, String(params.id), String(params.answer));
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
  if (!hasPart(overlay.kind, 'answers')) throw missing(msg('Page'));
  return overlay;
}
