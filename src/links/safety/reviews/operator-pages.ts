import { t } from '../../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { ById, Id } from '../../../kernel/input.ts';
import type { App } from '../../../platform/app.ts';
import { refused } from '../../../web/refused.ts';
import type { FormState } from '../../../web/form.ts';
import type { View } from '../../../web/view.ts';
import { page, redirect } from '../../../platform/http/endpoint.ts';
import { decideLink, decisions, type Decision } from './decide-link.ts';
import { findAnyLink } from './find-any-link.ts';
import { listReported } from './list-reported.ts';
import { listWatched } from './list-watched.ts';
import { getLinkReview } from './get-link-review.ts';
import { linkReviewView } from '../views/link-review-view.ts';
import { reportsView } from '../views/reports-view.ts';
import { watchedView } from '../views/watched-view.ts';

const access = 'operator';
const before = Type.Optional(Id);

/** Pages where operators review and moderate links of all accounts. */
export const safetyOperatorPages = [
  page({
    method: 'GET',
    path: '/operator/reports',
    access,
    query: Type.Object({ page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })) }),
    handle: async ({ app, query: { page = 1 } }) =>
      reportsView({
        hopUrl: app.config.hopUrl,
        now: app.clock.now(),
        page,
        links: await listReported(app, page),
      }),
  }),
  page({
    method: 'GET',
    path: '/operator/links',
    access,
    query: Type.Object({
      show: Type.Optional(Type.Enum(['newest', 'held', 'suspended'])),
      q: Type.Optional(Type.String({ maxLength: 2000 })),
      before,
    }),
    handle: async ({ app, query: { show = 'newest', q, before } }) => {
      const found = q?.trim() ? await findAnyLink(app, q) : undefined;
      if (found) return redirect(`/operator/links/${found.id}`);
      return watchedView({
        hopUrl: app.config.hopUrl,
        now: app.clock.now(),
        show,
        links: await listWatched(app, { show, before }),
        missed: q?.trim() ? q.trim() : undefined,
      });
    },
  }),
  page({
    method: 'GET',
    path: '/operator/links/:id',
    access,
    params: ById,
    handle: ({ app, params }) => show(app, params.id, {}),
  }),
  page({
    method: 'POST',
    path: '/operator/links/:id',
    access,
    params: ById,
    body: Type.Object({
      decision: Type.Enum(Object.keys(decisions) as Decision[]),
      domain: Type.Optional(Type.String({ maxLength: 300 })),
      reason: Type.Optional(Type.String({ maxLength: 500 })),
    }),
    handle: async ({ app, viewer, params, body }) => {
      const { decision, domain, reason = '' } = body;
      const { suspended } = await decideLink(app, viewer, params.id, { decision, domain, reason });
      const count =
        suspended === 1
          ? t('One link was suspended.')
          : t('{suspended} links were suspended.', { suspended });
      return redirect(`/operator/links/${params.id}`, {
        kind: 'success',
        text: suspended > 0 ? t('Done. {count}', { count }) : t('Done.'),
      });
    },
    again: ({ app, params, body }, problem) =>
      show(app, params.id, refused({ decision: '', ...body }, problem)),
  }),
];

async function show(app: App, id: string, state: FormState): Promise<View> {
  return linkReviewView({
    hopUrl: app.config.hopUrl,
    now: app.clock.now(),
    state,
    ...(await getLinkReview(app, id)),
  });
}
