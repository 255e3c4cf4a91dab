import { t } from '../../web/translation/translate.ts';
import { Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { type FormState, refused } from '../../web/form.ts';
import type { View } from '../../web/html.ts';
import { type Flash, pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { listAppeals, settleAppeal } from './appeals.ts';
import { listModerators } from '../../identity/operators/operators.ts';
import { listReportCategories } from '../reports/categories.ts';
import { decisions } from '../moderation/case.ts';
import { assignedTo } from '../../identity/operators/handover.ts';
import { assignCase, claimCase, unclaimCase } from './assigning.ts';
import { settleCases } from './settle-case.ts';
import { listCases, type CaseFilter } from './reading.ts';
import { undoSettlement } from './undo.ts';
import { rules } from '../moderation/moderate.ts';
import { queueAddress, queueView, type QueueFilter } from './views/queue-view.ts';

const moderator = pagesFor('moderator');
/** The id of the one who had the case on the page, or empty. */
const From = Type.String({ pattern: '^[0-9]{0,18}$', default: '' });
const Back = Type.String({ maxLength: 300, default: '' });
const Query = Type.Object({
  case: Type.Optional(Id),
  show: Type.Optional(Type.Enum(['', 'held', 'reported', 'appeals'])),
  kind: Type.Optional(Type.String({ maxLength: 20 })),
  reason: Type.Optional(Type.String({ maxLength: 60 })),
  assigned: Type.Optional(Type.Enum(['', ...assignedTo])),
  order: Type.Optional(Type.Enum(['', 'oldest', 'newest'])),
  after: Type.Optional(Id),
  done: Type.Optional(Type.String({ pattern: '^[0-9.]{1,2000}$' })),
});

type Asked = Readonly<
  Partial<Record<'case' | 'show' | 'assigned' | 'kind' | 'reason' | 'order' | 'after' | 'done', string>>
>;

async function show(app: App, viewer: Viewer, asked: Asked, state: FormState = {}): Promise<View> {
  const { show, kind, reason, order, after, done } = asked;
  const assigned = assignedTo.find((each) => each === asked.assigned);
  const filter: CaseFilter = {
    case: emptyToUndefined(asked.case),
    show: show === 'held' || show === 'reported' ? show : undefined,
    kind: emptyToUndefined(kind),
    reason: emptyToUndefined(reason),
    assigned,
    order: order === 'newest' ? 'newest' : undefined,
    after: emptyToUndefined(after),
  };
  const wantsAppeals = !filter.case && !after && !kind && !reason && (!show || show === 'appeals');
  const shown: QueueFilter = show === 'appeals' ? { ...filter, show: 'appeals' } : filter;
  return queueView({
    ...(show === 'appeals' ? { items: [], next: undefined } : await listCases(app, viewer, filter)),
    appeals: wantsAppeals ? await listAppeals(app, assigned && { to: assigned, moderator: viewer }) : [],
    moderators: (await listModerators(app)).map(({ username }) => username),
    categories: await listReportCategories(app),
    rules: [...rules.map(({ name }) => name), 'changed'],
    filter: shown,
    back: queueAddress(shown).replace('/moderation', ''),
    done: done ? done.split('.').filter(Boolean).slice(0, 100) : [],
    viewer,
    base: app.config.plazaUrl,
    state,
  });
}

/** Maps the empty text of an optional form field to undefined. */
const emptyToUndefined = (value: string | undefined) => (value === '' ? undefined : value);

const asked = (back: unknown): Asked =>
  Object.fromEntries(new URLSearchParams(typeof back === 'string' ? back : ''));

/** Redirects to the case list with its filters. The target cannot be another URL. */
function redirectToQueue(back: string, flash: Flash, done?: readonly string[]) {
  const query = new URLSearchParams(back);
  const filter = Object.fromEntries(
    ['show', 'assigned', 'kind', 'reason', 'order'].map((name) => [name, query.get(name) ?? '']),
  );
  return redirect(queueAddress({ ...filter, ...(done?.length && { done: done.join('.') }) }), flash);
}

export const moderationPages = [
  moderator.get({
    path: '/moderation',
    query: Query,
    handle: ({ app, viewer, query }) => show(app, viewer, query),
  }),
  moderator.post({
    path: '/moderation/settle',
    verb: settleCases,
    body: Type.Object({
      case: Type.Optional(Type.Union([Id, Type.Array(Id, { maxItems: 100 })])),
      decision: Type.Enum([...decisions]),
      category: Type.String({ maxLength: 60, default: '' }),
      message: Type.String({ maxLength: 20_000, default: '' }),
      days: Type.String({ pattern: '^[0-9]{0,4}$', default: '' }),
      back: Back,
    }),
    handle: async ({ app, viewer, body }) => {
      const ids = [body.case ?? []].flat();
      if (ids.length === 0)
        return redirectToQueue(body.back, { kind: 'error', text: t('Select at least one case') });
      const { done, left } = await settleCases(app, viewer, ids, {
        decision: body.decision,
        category: body.category || undefined,
        message: body.message,
        days: Number(body.days) || undefined,
      });
      if (ids.length === 1 && left[0]) throw left[0];
      const count = done.length;
      const text =
        left.length === 0
          ? t('{count, plural, one {Case resolved} other {# cases resolved}}', { count })
          : t('{count} resolved, {left} left: {message}', {
              count,
              left: left.length,
              message: left[0]?.text ?? '',
            });
      return redirectToQueue(body.back, { kind: left.length === 0 ? 'success' : 'info', text }, done);
    },
    again: ({ app, viewer, body }, problem) => show(app, viewer, asked(body.back), refused(body, problem)),
  }),
  moderator.post({
    path: '/moderation/undo',
    verb: undoSettlement,
    body: Type.Object({ case: Type.String({ pattern: '^[0-9]{1,18}(\\.[0-9]{1,18}){0,99}$' }) }),
    handle: async ({ app, viewer, body }) => {
      const problems: Problem[] = [];
      for (const each of body.case.split('.'))
        await undoSettlement(app, viewer, each).catch((error: unknown) => {
          if (!(error instanceof Problem)) throw error;
          problems.push(error);
        });
      const text = problems[0] ? t(problems[0].text) : t('Decision undone');
      return redirect('/moderation', { kind: problems.length === 0 ? 'success' : 'error', text });
    },
  }),
  moderator.post({
    path: '/moderation/claim',
    verb: claimCase,
    body: Type.Object({ case: Id, back: Back, from: From }),
    handle: async ({ app, viewer, body }) => {
      await claimCase(app, viewer, body.case, body.from);
      return redirectToQueue(body.back, { kind: 'success', text: t('Assigned to you') });
    },
    again: ({ app, viewer, body }, problem) => show(app, viewer, asked(body.back), refused(body, problem)),
  }),
  moderator.post({
    path: '/moderation/assign',
    verb: assignCase,
    body: Type.Object({
      case: Id,
      to: Type.String({ maxLength: 100, default: '' }),
      note: Type.String({ maxLength: 20_000, default: '' }),
      back: Back,
      from: From,
    }),
    handle: async ({ app, viewer, body }) => {
      await assignCase(app, viewer, body.case, body);
      const text = body.to === '' ? t('Unassigned') : t('Assigned to @{username}', { username: body.to });
      return redirectToQueue(body.back, { kind: 'success', text });
    },
    again: ({ app, viewer, body }, problem) => show(app, viewer, asked(body.back), refused(body, problem)),
  }),
  moderator.post({
    path: '/moderation/leave',
    verb: unclaimCase,
    body: Type.Object({ case: Id, back: Back }),
    handle: async ({ app, viewer, body }) => {
      await unclaimCase(app, viewer, body.case);
      return redirectToQueue(body.back, { kind: 'info', text: t('Unassigned') });
    },
  }),
  moderator.post({
    path: '/moderation/appeals/:id',
    verb: settleAppeal,
    params: ById,
    body: Type.Object({
      outcome: Type.Enum(['granted', 'declined']),
      answer: Type.String({ maxLength: 20_000, default: '' }),
    }),
    handle: async ({ app, viewer, params, body }) => {
      await settleAppeal(app, viewer, params.id, body);
      const text = body.outcome === 'granted' ? t('Appeal granted') : t('Appeal declined');
      return redirect('/moderation', { kind: 'success', text });
    },
    again: ({ app, viewer, params, body }, problem) =>
      show(app, viewer, {}, refused({ appeal: params.id, ...body }, problem)),
  }),
];
