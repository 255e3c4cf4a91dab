import { shortNumber } from '../../../web/short-number.ts';
import { formatNumber } from '../../../kernel/translation/formats.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { badge } from '../../../web/components/badge.ts';
import { card } from '../../../web/components/card.ts';
import { selectField } from '../../../web/components/fields/choice-field.ts';
import { menu, menuButton, menuLink } from '../../../web/components/navigation/menu.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { table } from '../../../web/components/table.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { lastingPlans, limitable, limitables, type Plan } from '../../../identity/plans.ts';

interface PlansPage {
  plans: readonly (Plan & { accounts: number })[];
  /** Default API calls per minute, for plans without their own limit. */
  rate: number;
  plan: FormState;
  assignment: FormState;
}

export function plansView(page: PlansPage): View {
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
