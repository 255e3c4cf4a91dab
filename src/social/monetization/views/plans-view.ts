import { periodWords } from '../../posts/paywall/period-words.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { settings } from '../../../identity/components/settings-frame.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { notice } from '../../../web/components/notice.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { table } from '../../../web/components/table.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { switchField } from '../../../web/components/fields/choice-field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { formatMoney, plainMoney, settingMoney } from '../../wallet/money/money.ts';
import type { SellingSettings } from '../../wallet/sales/selling-settings.ts';
import { short } from '../../text/short.ts';
import type { SellingPage } from '../list-managed-plans.ts';
import { plansPath, type Plan } from '../plan.ts';

interface PlansViewOptions {
  plans: readonly Plan[];
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
  plans: readonly Plan[];
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

const priceOf = (config: Pick<Config, 'CURRENCY'>, plan: Plan): string =>
  `${formatMoney(config, settingMoney(plan.price))} ${periodWords(plan)}`;
