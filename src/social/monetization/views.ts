import { settings } from '../../identity/components/settings-frame.ts';
import { t } from '../../web/translation/translate.ts';
import type { Config } from '../../platform/settings/config.ts';
import { linkButton } from '../../web/components/controls.ts';
import { card, emptyState, notice, table } from '../../web/components/surfaces.ts';
import { selectField, switchField } from '../../web/components/fields/choice-field.ts';
import { textArea, textField } from '../../web/components/fields/text-field.ts';
import { tabs } from '../../web/components/navigation/tabs.ts';
import { bind, buttonForm, form, type FormState } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { periodWords } from '../posts/paywall.ts';
import { short } from '../text/plain.ts';
import { formatMoney, plainMoney, settingMoney } from '../wallet/money.ts';
import type { SellingSettings } from '../wallet/sales.ts';
import { periods, type MembershipPlan, plansPath, type SellingPage } from './plan.ts';
import { longestDescription, longestPlanTitle } from './plans.ts';

interface PlansViewOptions {
  plans: readonly MembershipPlan[];
  pages: readonly SellingPage[];
  /** Whether the viewer may add and edit plans. */
  mayOffer: boolean;
  config: Pick<Config, 'CURRENCY'>;
  settings: SellingSettings;
  state: FormState;
}

/** The plans of the viewer and of their pages. */
export function plansView(options: PlansViewOptions): View {
  const { plans, pages, mayOffer, config } = options;
  const own = plans.filter(({ seller }) => seller.type === 'profile');
  const ofPages = pages.map((page) => ({
    page,
    plans: plans.filter(({ seller }) => seller.type === 'page' && seller.id === page.id),
  }));
  return settings(
    t('Monetization'),
    plansPath,
    html`${tabs(t('Monetization'), [
      { label: t('Plans'), href: plansPath, current: true },
      { label: t('Sales'), href: `${plansPath}/sales` },
    ])}
    ${!mayOffer && notAllowed()} ${plans.length === 0 && nothing(mayOffer)}
    ${own.length > 0 && plansCard({ title: t('Your plans'), plans: own, mayOffer, config, seller: '' })}
    ${ofPages.map(
      ({ page, plans }) =>
        plans.length > 0 && plansCard({ title: page.title, plans, mayOffer, config, seller: page.id }),
    )}
    ${mayOffer && settingsCard(options)}`,
  );
}

const settingsCard = ({ config, settings: { chatPrice, acceptsTips }, state }: PlansViewOptions): Html => {
  const bound = bind({
    ...state,
    values: { chat_price: chatPrice === null ? '' : plainMoney(chatPrice), ...state.values },
  });
  const isOn = state.values ? Boolean(state.values.accepts_tips) : acceptsTips;
  return card({
    title: t('Messages and tips'),
    body: form({
      action: `${plansPath}/settings`,
      state,
      submit: t('Save changes'),
      body: html`${textField({
        ...bound('chat_price'),
        label: t('Price of a first message ({currency})', { currency: config.CURRENCY }),
        hint: t('People you do not follow pay this once to message you. Leave empty for free messages.'),
        inputmode: 'decimal',
        autocomplete: 'off',
        required: false,
      })}
      ${switchField({ name: 'accepts_tips', label: t('Accept tips'), hint: t('On your profile, posts and pages.'), checked: isOn })}`,
    }),
  });
};

const notAllowed = (): Html =>
  notice({
    title: t('You cannot offer plans on this site'),
    body: html`<p>The operator decides who can offer plans. Your existing plans are shown below.</p>`,
  });

const nothing = (mayOffer: boolean): Html =>
  card({
    body: emptyState({
      illustration: 'quiet',
      title: t('No plans yet'),
      text: t('A plan has a title, a price, a period and a list of benefits.'),
      ...(mayOffer && {
        action: linkButton({
          label: t('Add a plan'),
          href: `${plansPath}/new`,
          icon: 'plus',
          kind: 'primary',
        }),
      }),
    }),
  });

function plansCard(options: {
  title: string;
  plans: readonly MembershipPlan[];
  mayOffer: boolean;
  /** ID of the page. Empty for the viewer. */
  seller: string;
  config: Pick<Config, 'CURRENCY'>;
}): Html {
  const { title, plans, mayOffer, seller, config } = options;
  const add = `${plansPath}/new${seller && `?node_id=${seller}`}`;
  return card({
    title,
    actions: mayOffer && linkButton({ label: t('Add a plan'), href: add, icon: 'plus', kind: 'quiet' }),
    flush: true,
    body: table({
      caption: title,
      rows: plans,
      columns: [
        {
          label: t('Plan'),
          main: true,
          cell: ({ id, title }) => (mayOffer ? html`<a href="${plansPath}/${id}">${title}</a>` : title),
        },
        { label: t('Price'), cell: (plan) => priceOf(config, plan) },
        { label: t('Benefits'), cell: ({ description }) => short(description, 120) || '–' },
        {
          label: t('Edit'),
          hideLabel: true,
          align: 'end',
          cell: ({ id, title }) =>
            mayOffer &&
            linkButton({
              label: t('Edit'),
              href: `${plansPath}/${id}`,
              small: true,
              data: { 'aria-label': t('Edit {title}', { title }) },
            }),
        },
      ],
    }),
  });
}

const priceOf = (config: Pick<Config, 'CURRENCY'>, plan: MembershipPlan): string =>
  `${formatMoney(config, settingMoney(plan.price))} ${periodWords(plan)}`;

const fieldsOf = (state: FormState): Html => {
  const bound = bind(state);
  return html`${textField({ ...bound('title'), label: t('Title'), maxlength: longestPlanTitle, required: true })}
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
export function planView(plan: MembershipPlan, page: SellingPage | undefined, state: FormState): View {
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
