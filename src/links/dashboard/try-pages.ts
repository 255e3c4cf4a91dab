import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { App } from '../../platform/app.ts';
import type { FormState } from '../../web/form.ts';
import type { View } from '../../web/view.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { page } from '../../platform/http/endpoint.ts';
import { parseTime } from '../record/requests/list-query.ts';
import { getLink } from '../record/get-link.ts';
import { testLink } from '../redirect/targeting/try-link.ts';
import { targetingTestView } from './views/try-view.ts';
import { Id } from '../owned/api.ts';

const text = Type.Optional(Type.String({ maxLength: 200 }));
const checkbox = Type.Optional(Type.String({ maxLength: 10 }));

/** A hypothetical visitor, as a query string because testing has no side effects. */
const TryQuery = Type.Object({
  country: text,
  region: text,
  device: text,
  language: text,
  at: text,
  query: text,
  draw: text,
  previewer: checkbox,
  unlocked: checkbox,
});

export const tryPages = [
  page({
    method: 'GET',
    path: '/dashboard/links/:id/try',
    access: 'member',
    params: Id,
    query: TryQuery,
    handle: ({ app, viewer, params, query }) => showTry(app, viewer, String(params.id), query),
  }),
];

async function showTry(app: App, viewer: Viewer, id: string, query: Static<typeof TryQuery>): Promise<View> {
  const link = await getLink(app, viewer, id);
  const state: FormState = { values: query };
  try {
    const explanation = await testLink(app, viewer, id, {
      country: query.country,
      region: query.region,
      device: query.device,
      language: query.language,
      at: query.at ? parseTime('at', query.at, 0) : undefined,
      query: query.query?.replace(/^\?/, ''),
      draw: query.draw === undefined ? undefined : Math.min(99, Math.max(0, Number(query.draw) || 0)),
      isPreviewer: query.previewer !== undefined,
      isUnlocked: query.unlocked !== undefined,
    });
    return targetingTestView({ hopUrl: app.config.hopUrl, link, state, explanation });
  } catch (error) {
    // Shows validation errors in the form. Other errors are rethrown.
    if (!(error instanceof Problem) || error.kind !== 'invalid') throw error;
    const errors = { [error.field ?? '']: error.message };
    return {
      status: 422,
      ...targetingTestView({
        hopUrl: app.config.hopUrl,
        link,
        state: { ...state, errors },
        explanation: undefined,
      }),
    };
  }
}
