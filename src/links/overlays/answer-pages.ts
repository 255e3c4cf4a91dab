import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { deleteAnswer, deleteAnswers, listAnswers, getVotes } from './answers.ts';
import { hasPart, type Overlay } from './overlay.ts';
import { getOwned } from '../owned/owned.ts';
import { ownedOverlays } from './queries.ts';
import { answersView } from './views/answers-view.ts';
import { writeAnswersCsv } from './write-answers-csv.ts';
import { Id, id } from '../owned/shapes.ts';

const path = '/dashboard/overlays/:id/answers';
const perPage = 50;

/** Pages where the owner views, exports and deletes the responses to an overlay. */
export const overlayAnswerPages = [
  page({
    method: 'GET',
    path,
    access: 'member',
    params: Id,
    query: Type.Object({ before: Type.Optional(id) }),
    handle: async ({ app, viewer, params, query: { before } }) => {
      const overlay = await getOverlayWithForm(app, viewer, params.id);
      const found = await listAnswers(app, overlay.id, {
        before: before === undefined ? undefined : String(before),
        count: perPage + 1,
      });
      const answers = found.slice(0, perPage);
      return answersView({
        overlay,
        answers,
        votes: overlay.kind === 'poll' ? await getVotes(app, overlay.id, overlay.content) : [],
        isFirst: before === undefined,
        olderThan: found.length > perPage ? answers.at(-1)?.id : undefined,
        now: app.clock.now(),
      });
    },
  }),
  page({
    method: 'GET',
    path: `${path}.csv`,
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
    path: `${path}/delete`,
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
    path: `${path}/:answer/delete`,
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
