import { parseDay as parseWrittenDay } from '../../kernel/time.ts';
import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { assignPlan, deletePlan, limitables, listPlans, setPlan, type Plan } from '../../identity/plans.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { FormState } from '../../web/form.ts';
import { refused } from '../../web/refused.ts';
import type { View } from '../../web/view.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { plansView } from './views/plans-view.ts';

const path = '/operator/plans';
const field = Type.Optional(Type.String({ maxLength: 40 }));

/** The operator's plans: their limits and the accounts on them. */
export const planPages = [
  page({
    method: 'GET',
    path,
    access: 'operator',
    query: Type.Object({ plan: field }),
    handle: async ({ app, query }) => {
      const plan = (await listPlans(app)).find(({ name }) => name === query.plan);
      return showPlans(app, { plan: { values: plan ? valuesOf(plan) : {} } });
    },
  }),
  page({
    method: 'POST',
    path,
    access: 'operator',
    body: Type.Object({
      name: Type.String({ maxLength: 100 }),
      calls: field,
      ...Object.fromEntries(limitables.map((name) => [name, field])),
    }),
    handle: async ({ app, viewer, body }) => {
      const typed: Record<string, string | undefined> = body;
      const limits = limitables.map((name) => [name, parseCount(name, typed[name], 0)] as const);
      await setPlan(app, viewer.id, {
        name: body.name.trim(),
        calls: parseCount('calls', body.calls, 1),
        max: Object.fromEntries(limits.filter(([, count]) => count !== null)),
      });
      return redirect(path, { kind: 'success', text: t('Plan {name} saved.', { name: body.name.trim() }) });
    },
    again: ({ app, body }, problem) => showPlans(app, { plan: refused(body, problem) }),
  }),
  page({
    method: 'POST',
    path: `${path}/assign`,
    access: 'operator',
    body: Type.Object({
      username: Type.String({ maxLength: 100 }),
      plan: Type.String({ maxLength: 40 }),
      until: field,
    }),
    handle: async ({ app, viewer, body }) => {
      const expiresAt = parseDay(body.until ?? '');
      await assignPlan(app, viewer.id, { username: body.username, plan: body.plan, expiresAt });
      return redirect(path, {
        kind: 'success',
        text: t('{username} is on the plan {plan}.', { username: body.username, plan: body.plan }),
      });
    },
    again: ({ app, body }, problem) => showPlans(app, { assignment: refused(body, problem) }),
  }),
  page({
    method: 'POST',
    path: `${path}/delete`,
    access: 'operator',
    body: Type.Object({ name: Type.String({ maxLength: 40 }) }),
    handle: async ({ app, viewer, body }) => {
      try {
        await deletePlan(app, viewer.id, body.name);
      } catch (error) {
        if (!(error instanceof Problem) || error.kind !== 'conflict') throw error;
        return redirect(path, { kind: 'error', text: error.message });
      }
      return redirect(path, { kind: 'success', text: t('Plan {name} deleted.', { name: body.name }) });
    },
  }),
];

async function showPlans(app: App, states: { plan?: FormState; assignment?: FormState }): Promise<View> {
  const plans = await listPlans(app);
  return plansView({ plans, rate: app.config.HOP_RATE_LIMIT, plan: {}, assignment: {}, ...states });
}

const valuesOf = ({ name, calls, max }: Plan) => ({
  name,
  calls: calls === null ? '' : String(calls),
  ...Object.fromEntries(Object.entries(max).map(([what, count]) => [what, String(count)])),
});

/** Returns null (no limit) if blank. */
function parseCount(field: string, text: string | undefined, min: number): number | null {
  if (!text?.trim()) return null;
  const count = Number(text.trim());
  if (!/^\d+$/.test(text.trim()) || count < min || count > 1_000_000_000)
    throw invalid(field, t('A limit must be a whole number from {min}, or empty', { min }));
  return count;
}

/** Returns the end of a day in UTC, or undefined if blank. */
function parseDay(text: string): Date | undefined {
  if (text.trim() === '') return undefined;
  const day = parseWrittenDay(text.trim());
  if (!day) throw invalid('until', t('Enter the date as YYYY-MM-DD'));
  return new Date(day.getTime() + 86_400_000);
}
