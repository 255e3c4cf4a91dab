import { t } from '../../../web/translation/translate.ts';
import type { CursorPage } from '../../../platform/database/queries.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { linkButton } from '../../../web/components/controls.ts';
import { card, emptyState, table, day } from '../../../web/components/surfaces.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html, type View } from '../../../web/html.ts';
import { idempotencyKeyField } from '../frame.ts';
import { formatMoney, longestMoneyReason } from '../money.ts';
import type { TopUp } from '../top-ups/top-ups.ts';
import { providerNames, topUpBadge } from '../top-ups/views.ts';
import { walletsFrame, walletsPath } from './ledger-view.ts';

export const creditsPath = `${walletsPath}/top-ups`;

interface Options {
  config: Config;
  topUps: CursorPage<TopUp>;
  isFirst: boolean;
  state: FormState;
}

/** The form to credit a wallet, and a list of top-ups and credits. */
export const creditsView = ({ config, topUps, isFirst, state }: Options): View =>
  walletsFrame(
    t('Top-ups and credits'),
    creditsPath,
    html`${card({
      title: t('Credit a wallet'),
      lead: t('The member is notified, and the audit log records the reason.'),
      body: form({
        action: creditsPath,
        state,
        submit: t('Credit wallet'),
        confirm: t('Credit {amount} {currency} to {username}?', {
          amount: '{amount}',
          currency: config.CURRENCY,
          username: '{username}',
        }),
        confirmKind: 'primary',
        body: html`${textField({
          ...bind(state)('username'),
          label: t('Username'),
          maxlength: 64,
          autocomplete: 'off',
          required: true,
        })}
        ${textField({
          ...bind(state)('amount'),
          label: t('Amount in {CURRENCY}', { CURRENCY: config.CURRENCY }),
          inputmode: 'decimal',
          autocomplete: 'off',
          required: true,
        })}
        ${textField({
          ...bind(state)('reason'),
          label: t('Reason'),
          maxlength: longestMoneyReason,
          autocomplete: 'off',
          required: true,
        })}
        ${idempotencyKeyField(state)}`,
      }),
    })}
    ${card({
      title: t('Top-ups and credits'),
      flush: true,
      body: table({
        caption: t('Top-ups and credits'),
        rows: topUps.items,
        columns: [
          { label: t('Reference'), main: true, cell: ({ reference }) => html`<code>${reference}</code>` },
          { label: t('Method'), cell: ({ provider }) => providerNames()[provider] },
          {
            label: t('Member'),
            cell: ({ person }) =>
              person ? html`<a href="/@${person.username}">@${person.username}</a>` : t('Former member'),
          },
          { label: t('Date'), cell: ({ createdAt }) => day(createdAt) },
          { label: t('Status'), cell: topUpBadge },
          { label: t('Amount'), align: 'end', cell: ({ amount }) => formatMoney(config, amount) },
          {
            label: t('Action'),
            hideLabel: true,
            align: 'end',
            cell: ({ id, provider, state, reference }) =>
              state === 'completed' &&
              (provider === 'operator' || provider === 'stripe') &&
              linkButton({
                label: provider === 'operator' ? t('Reverse') : t('Refund'),
                href: `${creditsPath}/${id}/return`,
                small: true,
                data: {
                  'aria-label': `${provider === 'operator' ? t('Reverse') : t('Refund')} ${reference}`,
                },
              }),
          },
        ],
        empty: emptyState({
          illustration: 'quiet',
          title: t('No top-ups yet'),
          text: t('Top-ups of members and your credits will appear here.'),
        }),
      }),
    })}
    ${olderNewer({
      newer: !isFirst && creditsPath,
      older: topUps.next !== undefined && `${creditsPath}?before=${topUps.next}`,
    })}`,
  );

/** The form to refund a top-up with a reason. */
export const returnView = (config: Config, topUp: TopUp, state: FormState = {}): View => {
  const sum = formatMoney(config, topUp.amount - topUp.returned);
  const isCredit = topUp.provider === 'operator';
  return walletsFrame(
    isCredit ? t('Reverse credit') : t('Refund top-up'),
    creditsPath,
    card({
      title: isCredit ? t('Reverse credit') : t('Refund top-up'),
      danger: true,
      lead: t('{sum} is deducted from the wallet of {value}. This fails if the balance is too low.', {
        sum,
        value: topUp.person ? `@${topUp.person.username}` : t('a former member'),
      }),
      body: form({
        action: `${creditsPath}/${topUp.id}/return`,
        state,
        submit: isCredit ? t('Reverse {sum}', { sum }) : t('Refund {sum}', { sum }),
        submitKind: 'danger',
        cancel: { label: t('Cancel'), href: creditsPath },
        body: textField({
          ...bind(state)('reason'),
          label: t('Reason'),
          maxlength: longestMoneyReason,
          autocomplete: 'off',
          required: true,
        }),
      }),
    }),
  );
};
