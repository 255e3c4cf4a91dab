import { t } from '../../../kernel/translation/translate.ts';
import { settings } from '../../../identity/components/settings-frame.ts';
import { card } from '../../../web/components/card.ts';
import { selectField } from '../../../web/components/fields/choice-field.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { bind, buttonForm, form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { longestDescription, longestTitle } from '../check-plan.ts';
import type { SellingPage } from '../list-managed-plans.ts';
import { periods, plansPath, type Plan } from '../plan.ts';

const fieldsOf = (state: FormState): Html => {
  const bound = bind(state);
  return html`${textField({ ...bound('title'), label: t('Title'), maxlength: longestTitle, required: true })}
  ${textField({
    ...bound('price'),
    label: t('Price'),
    hint: t(
      'A number such as 4.50, in the currency of this site. For existing subscribers, a new price applies from a renewal at least 7 days later.',
    ),
    inputmode: 'decimal',
    autocomplete: 'off',
    required: true,
  })}
  ${textField({
    ...bound('period_num'),
    label: t('Number of periods'),
    hint: t('How many days, weeks, months or years one payment covers.'),
    inputmode: 'numeric',
    autocomplete: 'off',
    required: true,
  })}
  ${selectField({
    ...bound('period'),
    label: t('Period'),
    choices: periods.map((value) => ({ value, label: periodNames()[value] })),
    required: true,
  })}
  ${textArea({
    ...bound('custom_description'),
    label: t('Benefits'),
    hint: t('What subscribers get.'),
    maxlength: longestDescription,
    required: false,
  })}
  ${textField({
    ...bound('trial_days'),
    label: t('Free trial in days'),
    hint: t('For first-time subscribers. 0 for no trial.'),
    inputmode: 'numeric',
    autocomplete: 'off',
    required: false,
  })}`;
};

const periodNames = () => ({ day: t('Day'), week: t('Week'), month: t('Month'), year: t('Year') }) as const;

/** The form for a new plan of the viewer or one of their pages. */
export function newPlanView(pages: readonly SellingPage[], state: FormState): View {
  const { values = {} } = state;
  const shown = {
    ...state,
    values: { period_num: '1', trial_days: '0', period: 'month', node_id: '', ...values },
  };
  return settings(
    t('Add a plan'),
    plansPath,
    card({
      title: t('Add a plan'),
      body: form({
        action: `${plansPath}/new`,
        state: shown,
        submit: t('Add plan'),
        cancel: { label: t('Cancel'), href: plansPath },
        body: html`${
          pages.length > 0 &&
          selectField({
            ...bind(shown)('node_id'),
            label: t('Seller'),
            choices: [
              { value: '', label: t('You') },
              ...pages.map(({ id, title, username }) => ({ value: id, label: `${title} (@${username})` })),
            ],
            required: true,
          })
        }
        ${fieldsOf(shown)}`,
      }),
    }),
  );
}

/** The form to edit or delete a plan. */
export function planView(plan: Plan, page: SellingPage | undefined, state: FormState): View {
  const values = state.values ?? {
    title: plan.title,
    price: plan.price,
    period_num: String(plan.periodNum),
    period: plan.period,
    custom_description: plan.description,
    trial_days: String(plan.trialDays),
  };
  const here = `${plansPath}/${plan.id}`;
  return settings(
    t('Edit plan'),
    plansPath,
    html`${card({
      title: t('Edit plan'),
      lead: page ? t('Offered by {title}.', { title: page.title }) : t('Offered by you.'),
      body: form({
        action: here,
        state,
        submit: t('Save'),
        cancel: { label: t('Cancel'), href: plansPath },
        body: fieldsOf({ ...state, values }),
      }),
    })}
    ${card({
      title: t('Delete plan'),
      danger: true,
      lead: t('The plan is no longer offered. Existing subscribers keep it. This cannot be undone.'),
      body: buttonForm({
        to: `${here}/delete`,
        label: t('Delete plan'),
        kind: 'danger',
        icon: 'trash-2',
        confirm: t('Delete {title}?', { title: plan.title }),
      }),
    })}`,
  );
}
