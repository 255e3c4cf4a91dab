import { t } from '../../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { page, redirect } from '../../../platform/http/endpoint.ts';
import { chooseRange, RangeQuery } from '../../statistics/requests.ts';
import { answersCsv } from './answers-csv.ts';
import { deleteAnswer, listAnswers } from './answers.ts';
import { builderState } from '../blocks/builder-state.ts';
import { getFeatured } from '../page/featured.ts';
import { getBioStatistics } from '../page/get-bio-statistics.ts';
import { getBio } from '../page/get-bio.ts';
import { answersView } from '../views/answers-view.ts';
import { bioStatisticsView } from '../views/bio-statistics-view.ts';
import { Id, id } from '../../owned/api.ts';

const path = '/dashboard/bio/:id';
const perPage = 50;

/** Statistics and form submissions of a page. */
export const bioAnswerPages = [
  page({
    method: 'GET',
    path: `${path}/statistics`,
    access: 'member',
    params: Id,
    query: RangeQuery,
    handle: async ({ app, viewer, params, query }) => {
      const state = await builderState(app, viewer, params.id);
      const range = chooseRange(app.clock.now(), state.bio.createdAt, query);
      const shown = await getBioStatistics(app, state.bio.id, range);
      const named = shown.blocks.flatMap(({ block }) =>
        block.kind === 'featured' ? [block.content.linkId] : [],
      );
      return bioStatisticsView({
        ...state,
        range,
        shown,
        featured: await getFeatured(app, viewer.id, named),
      });
    },
  }),
  page({
    method: 'GET',
    path: `${path}/answers`,
    access: 'member',
    params: Id,
    query: Type.Object({ before: Type.Optional(id) }),
    handle: async ({ app, viewer, params, query: { before } }) => {
      const state = await builderState(app, viewer, params.id);
      const wanted = { before: before === undefined ? undefined : String(before), limit: perPage + 1 };
      const found = await listAnswers(app, state.bio.id, wanted);
      const answers = found.slice(0, perPage);
      const last = answers.at(-1);
      const older = found.length > perPage && last ? `?before=${last.id}` : undefined;
      return answersView({ ...state, now: app.clock.now(), answers, older });
    },
  }),
  page({
    method: 'GET',
    path: `${path}/answers.csv`,
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      const bio = await getBio(app, viewer, String(params.id));
      return {
        type: 'text/csv; charset=utf-8',
        body: answersCsv(app, bio.id),
        headers: { 'content-disposition': `attachment; filename="answers-${bio.id}.csv"` },
      };
    },
  }),
  page({
    method: 'POST',
    path: `${path}/answers/:answer/delete`,
    access: 'member',
    params: Type.Object({ id, answer: id }),
    handle: async ({ app, viewer, params }) => {
      const bio = await getBio(app, viewer, String(params.id));
      await deleteAnswer(app, bio.id, String(params.answer));
      return redirect(`/dashboard/bio/${bio.id}/answers`, { kind: 'success', text: t('Deleted.') });
    },
  }),
];
