import { t } from '../../../kernel/translation/translate.ts';
import type { CursorPage } from '../../../platform/database/paging.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { badge, type Tone } from '../../../web/components/badge.ts';
import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { radioGroup, type Choice } from '../../../web/components/fields/choice-field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { notice } from '../../../web/components/notice.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { table } from '../../../web/components/table.ts';
import { day } from '../../../web/components/time.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { formatMoney, settingMoney } from '../money/money.ts';
import type { TopUp, TopUpState } from '../top-ups/top-up.ts';
import { idempotencyKeyField } from './idempotency-key-field.ts';
import { walletFrame, walletPath } from './wallet-frame.ts';

export const topUpsPath = `${walletPath}/top-ups`;

export const providerNames = (): Readonly<Record<TopUp['provider'], string>> => ({
  stripe: t('Card'),
  usdc: 'USDC',
  bank: t('Bank transfer'),
  operator: t('Credit by the operator'),
});

const states = (): Readonly<Record<TopUpState, { label: string; tone: Tone }>> => ({
  pending: { label: t('Pending'), tone: 'warning' },
  completed: { label: t('Completed'), tone: 'success' },
  refused: { label: t('Rejected'), tone: 'danger' },
  refunded: { label: t('Refunded'), tone: 'neutral' },
  disputed: { label: t('Disputed'), tone: 'danger' },
  expired: { label: t('Canceled'), tone: 'neutral' },
});

export const stateBadge = ({ state }: Pick<TopUp, 'state'>): Html =>
  badge(states()[state].label, states()[state].tone);

interface Options {
  config: Config;
  /** The methods that this installation offers. */
  ways: readonly Choice[];
  topUps: CursorPage<TopUp>;
  isFirst: boolean;
  /** The page to return to, or empty. */
  returnTo: string;
  state: FormState;
}

/** The top-up form and past top-ups. */
export const topUpsView = (options: Options): View =>
  walletFrame(
    t('Top up'),
    topUpsPath,
    html`${options.ways.length > 0 ? topUpCard(options) : noProviders()} ${historyCard(options)}`,
  );

const noProviders = () =>
  notice({
    title: t('Top-ups are not available'),
    body: html`<p>This site has no payment provider yet. Its operator can credit your wallet.</p>`,
  });

const topUpCard = ({ config, ways, returnTo, state }: Options): Html => {
  return card({
    title: t('Top up your wallet'),
    lead: t('From {min} to {max}.', {
      min: formatMoney(config, settingMoney(config.TOP_UP_MIN)),
      max: formatMoney(config, settingMoney(config.TOP_UP_MAX)),
    }),
    body: form({
      action: topUpsPath,
      state,
      submit: t('Continue'),
      body: html`${textField({
        ...bind(state)('amount'),
        label: t('Amount in {CURRENCY}', { CURRENCY: config.CURRENCY }),
        inputmode: 'decimal',
        autocomplete: 'off',
        required: true,
      })}
      ${radioGroup({
        ...bind(state)('way'),
        value: state.values?.way ?? ways[0]?.value,
        label: t('Payment method'),
        choices: ways,
        required: true,
      })}
      ${returnTo !== '' && html`<input type="hidden" name="return_to" value="${returnTo}" />`}
      ${idempotencyKeyField(state)}`,
    }),
  });
};

const historyCard = ({ config, topUps, isFirst }: Options): Html =>
  html`${card({
    title: t('Your top-ups'),
    flush: true,
    body: table({
      caption: t('Your top-ups'),
      rows: topUps.items,
      columns: [
        {
          label: t('Reference'),
          main: true,
          cell: ({ id, reference }) => html`<a href="${topUpsPath}/${id}">${reference}</a>`,
        },
        { label: t('Method'), cell: ({ provider }) => providerNames()[provider] },
        { label: t('Date'), cell: ({ createdAt }) => day(createdAt) },
        { label: t('Status'), cell: stateBadge },
        { label: t('Amount'), align: 'end', cell: ({ amount }) => formatMoney(config, amount) },
      ],
      empty: emptyState({
        illustration: 'quiet',
        title: t('No top-ups yet'),
        text: t('Your top-ups and their status will appear here.'),
      }),
    }),
  })}
  ${olderNewer({
    newer: !isFirst && topUpsPath,
    older: topUps.next !== undefined && `${topUpsPath}?before=${topUps.next}`,
  })}`;
