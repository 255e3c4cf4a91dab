import { Type } from 'typebox';
import {
  assignPlan,
  deletePlan,
  lastingPlans,
  limitable,
  limitables,
  listPlans,
  type Plan,
  setPlan,
} from '../../identity/plans.ts';
import { invalid, Problem, msg } from '../../kernel/problem.ts';
import { parseDay as parseWrittenDay } from '../../kernel/time.ts';
import { formatNumber, t } from '../../web/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { badge, card, pageHeader, table } from '../../web/components/surfaces.ts';
import { selectField } from '../../web/components/fields/choice-field.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { menu, menuButton, menuLink } from '../../web/components/navigation/menu.ts';
import { bind, form, type FormState, refused } from '../../web/form.ts';
import { html, type Html, type View, shortNumber } from '../../web/html.ts';

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
    verb: setPlan,
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
    verb: assignPlan,
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
    verb: deletePlan,
    access: 'operator',
    body: Type.Object({ name: Type.String({ maxLength: 40 }) }),
    handle: async ({ app, viewer, body }) => {
      try {
        await deletePlan(app, viewer.id, body.name);
      } catch (error) {
        if (!(error instanceof Problem) || error.kind !== 'conflict') throw error;
        return redirect(path, { kind: 'error', text: t(error.text) });
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
    throw invalid(field, msg('A limit must be a whole number from {min}, or empty', { min }));
  return count;
}

/** Returns the end of a day in UTC, or undefined if blank. */
function parseDay(text: string): Date | undefined {
  if (text.trim() === '') return undefined;
  const day = parseWrittenDay(text.trim());
  if (!day) throw invalid('until', msg('Enter the date as YYYY-MM-DD'));
  return new Date(day.getTime() + 86_400_000);
}

interface PlansPage {
  plans: readonly (Plan & { accounts: number })[];
  /** Default API calls per minute, for plans without their own limit. */
  rate: number;
  plan: FormState;
  assignment: FormState;
}

function plansView(page: PlansPage): View {
  return {
    title: t('Plans'),
    section: 'plans',
    body: html`${pageHeader({
      title: t('Plans'),
      lead: t('API rate limits and quotas by account. The default plan is free; operators are on pro.'),
    })}
    ${card({ flush: true, body: list(page) })} ${card({ title: t('Assign a plan'), body: assign(page) })}
    ${card({
      title: t('Create or update a plan'),
      lead: t(
        'Using an existing name updates that plan. Accounts above a limit keep what they have but cannot add more.',
      ),
      body: createForm(page),
    })}`,
  };
}

function list({ plans, rate }: PlansPage): Html {
  return table({
    caption: t('Plans'),
    rows: plans,
    columns: [
      { label: t('Plan'), main: true, cell: ({ name }) => name },
      { label: t('Requests per minute'), align: 'end', cell: ({ calls }) => formatNumber(calls ?? rate) },
      { label: t('Limits'), cell: limits },
      { label: t('Assigned accounts'), align: 'end', cell: ({ accounts }) => shortNumber(accounts) },
      { label: t('Actions'), hideLabel: true, align: 'end', cell: actions },
    ],
  });
}

function limits({ max }: Plan): Html {
  const named = limitables.filter((name) => max[name] !== undefined);
  if (named.length === 0) return html`no limits`;
  return html`${named.map((name) => html`${badge(`${formatNumber(max[name] ?? 0)} ${limitable()[name]}`)} `)}`;
}

function actions({ name }: Plan): Html {
  return menu({
    label: t('Actions for {name}', { name }),
    items: html`${menuLink({ label: t('Edit'), href: `/operator/plans?plan=${name}`, icon: 'pencil' })}
    ${
      !lastingPlans.includes(name) &&
      menuButton({
        label: t('Delete'),
        to: '/operator/plans/delete',
        fields: { name },
        icon: 'trash-2',
        danger: true,
        confirm: t('Delete the plan {name}?', { name }),
      })
    }`,
  });
}

function assign({ plans, assignment }: PlansPage): Html {
  const field = bind(assignment);
  return form({
    action: '/operator/plans/assign',
    state: assignment,
    submit: t('Assign'),
    body: html`<div class="form-row">
      ${textField({ ...field('username'), label: t('Username'), autocomplete: 'off', mono: true })}
      ${selectField({
        ...field('plan'),
        label: t('Plan'),
        choices: plans.map(({ name }) => ({ value: name, label: name })),
      })}
      ${textField({
        ...field('until'),
        label: t('Expires'),
        type: 'date',
        required: false,
      })}
    </div>`,
  });
}

function createForm({ plan, rate }: PlansPage): Html {
  const field = bind(plan);
  const count = (name: string, label: string, placeholder: string) =>
    textField({
      ...field(name),
      label,
      placeholder,
      inputmode: 'numeric',
      required: false,
      autocomplete: 'off',
    });
  return form({
    action: '/operator/plans',
    state: plan,
    submit: t('Save plan'),
    body: html`${textField({
        ...field('name'),
        label: t('Name'),
        hint: t('Lowercase letters, digits and hyphens. Shown as the account’s status in the API.'),
        mono: true,
        autocomplete: 'off',
      })}
      <div class="form-row">
        ${count('calls', t('Requests per minute'), String(rate))}
        ${limitables.map((name) => count(name, limitable()[name], t('No limit')))}
      </div>`,
  });
}
