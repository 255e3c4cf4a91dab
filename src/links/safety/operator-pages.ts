import { Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import { formatNumber, t } from '../../web/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { type FormState, refused } from '../../web/form.ts';
import type { View } from '../../web/html.ts';
import { decideLink, type LinkDecision, linkDecisions } from './decisions.ts';
import { addEntries, listEntries, removeEntry } from './entries.ts';
import { findAnyLink, getLinkReview, listReported, listWatched } from './reading.ts';
import { getSettings, setRule } from './rules.ts';
import { linkReviewView } from './views/link-review.ts';
import { type SafetyList, safetyLists, safetyListsView, rulesView } from './views/lists.ts';
import { reportsView, watchedView } from './views/watched.ts';

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
    verb: decideLink,
    access,
    params: ById,
    body: Type.Object({
      decision: Type.Enum(Object.keys(linkDecisions) as LinkDecision[]),
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

const list = Type.Enum(Object.keys(safetyLists()) as SafetyList[]);

/** Pages where operators manage allowed and blocked destinations. */
export const safetyListPages = [
  page({
    method: 'GET',
    path: '/operator/lists',
    access,
    query: Type.Object({
      list: Type.Optional(list),
      q: Type.Optional(Type.String({ maxLength: 200 })),
      before: Type.Optional(Id),
    }),
    handle: ({ app, query }) => showLists(app, query, {}),
  }),
  page({
    method: 'POST',
    path: '/operator/lists',
    verb: addEntries,
    access,
    body: Type.Object({
      list,
      values: Type.String({ maxLength: 900_000 }),
      outcome: Type.Optional(Type.Enum(['hold', 'refuse'])),
      reason: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
    handle: async ({ app, viewer, body }) => {
      const { list, values, outcome = 'refuse', reason = '' } = body;
      const added = await addEntries(app, viewer, { list, values, outcome, reason });
      const text =
        added === 1 ? t('Entry added.') : t('{added} entries were added.', { added: formatNumber(added) });
      return redirect(`/operator/lists?list=${list}`, { kind: 'success', text });
    },
    again: ({ app, body }, problem) => {
      const named = Object.keys(safetyLists()).find((name) => name === body.list) as SafetyList | undefined;
      return showLists(app, { list: named }, refused(body, problem));
    },
  }),
  page({
    method: 'POST',
    path: '/operator/lists/remove',
    verb: removeEntry,
    access,
    body: Type.Object({ id: Id, list }),
    handle: async ({ app, viewer, body }) => {
      await removeEntry(app, viewer, body.id);
      return redirect(`/operator/lists?list=${body.list}`, { kind: 'success', text: t('Entry removed.') });
    },
  }),
  page({
    method: 'GET',
    path: '/operator/rules',
    access,
    handle: async ({ app }) => rulesView((await getSettings(app)).settings),
  }),
  page({
    method: 'POST',
    path: '/operator/rules',
    verb: setRule,
    access,
    body: Type.Object({
      rule: Type.String({ maxLength: 40 }),
      outcome: Type.Enum(['allow', 'hold', 'refuse']),
      threshold: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    }),
    handle: async ({ app, viewer, body }) => {
      await setRule(app, viewer, body.rule, body);
      return redirect('/operator/rules', { kind: 'success', text: t('Saved. Takes effect immediately.') });
    },
    again: async ({ app, body }, problem) =>
      rulesView((await getSettings(app)).settings, refused(body, problem)),
  }),
];

async function showLists(
  app: App,
  { list = 'domain', q = '', before }: { list?: SafetyList | undefined; q?: string; before?: string },
  state: FormState,
): Promise<View> {
  const search = q.trim().toLowerCase();
  return safetyListsView({
    now: app.clock.now(),
    list,
    search,
    entries: await listEntries(app, { list, search, before }),
    state,
  });
}
