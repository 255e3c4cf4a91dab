import type { CursorPage } from '../../../../platform/database/paging.ts';
import type { Config } from '../../../../platform/settings/config.ts';
import { linkButton } from '../../../../web/components/button.ts';
import { card } from '../../../../web/components/card.ts';
import { emptyState } from '../../../../web/components/empty-state.ts';
import { textField } from '../../../../web/components/fields/text-field.ts';
import { olderNewer } from '../../../../web/components/navigation/pagination.ts';
import { table } from '../../../../web/components/table.ts';
import { day } from '../../../../web/components/time.ts';
import { bind, form, type FormState } from '../../../../web/form.ts';
import { html } from '../../../../web/html.ts';
import type { View } from '../../../../web/view.ts';
import { longestReason } from '../../money/check-reason.ts';
import { formatMoney } from '../../money/money.ts';
import type { TopUp } from '../../top-ups/top-up.ts';
import { hiddenKey } from '../../views/hidden-key.ts';
import { providerNames, stateBadge } from '../../views/top-ups-view.ts';
import { walletsFrame, walletsPath } from './wallets-frame.ts';

export const creditsPath = `${walletsPath}/top-ups`;

interface Options {
  config: Config;
  topUps: CursorPage<TopUp>;
  isFirst: boolean;
  state: FormState;
}

/** Crediting a wallet, and every top-up and credit. */
export const creditsView = ({ config, topUps, isFirst, state }: Options): View =>
  walletsFrame(
    'Top-ups and credits',
    creditsPath,
    html`${card({
      title: 'Credit a wallet',
      lead: 'The member is notified, and the audit log records the reason.',
      body: form({
        action: creditsPath,
        state,
        submit: 'Credit the wallet',
        confirm: 'Credit this wallet?',
        body: html`${textField({
          ...bind(state)('username'),
          label: 'User name',
          maxlength: 64,
          autocomplete: 'off',
          required: true,
        })}
        ${textField({
          ...bind(state)('amount'),
          label: `Amount in ${config.CURRENCY}`,
          inputmode: 'decimal',
          autocomplete: 'off',
          required: true,
        })}
        ${textField({
          ...bind(state)('reason'),
          label: 'Reason',
          maxlength: longestReason,
          autocomplete: 'off',
          required: true,
        })}
        ${hiddenKey(state)}`,
      }),
    })}
    ${card({
      title: 'Top-ups and credits',
      flush: true,
      body: table({
        caption: 'Top-ups and credits',
        rows: topUps.items,
        columns: [
          { label: 'Reference', main: true, cell: ({ reference }) => html`<code>${reference}</code>` },
          { label: 'By', cell: ({ provider }) => providerNames[provider] },
          {
            label: 'Member',
            cell: ({ person }) =>
              person ? html`<a href="/@${person.username}">@${person.username}</a>` : 'Former member',
          },
          { label: 'Date', cell: ({ createdAt }) => day(createdAt) },
          { label: 'State', cell: stateBadge },
          { label: 'Amount', align: 'end', cell: ({ amount }) => formatMoney(config, amount) },
          {
            label: 'Return',
            hideLabel: true,
            align: 'end',
            cell: ({ id, provider, state, reference }) =>
              state === 'completed' &&
              (provider === 'operator' || provider === 'stripe') &&
              linkButton({
                label: provider === 'operator' ? 'Reverse' : 'Refund',
                href: `${creditsPath}/${id}/return`,
                small: true,
                data: { 'aria-label': `${provider === 'operator' ? 'Reverse' : 'Refund'} ${reference}` },
              }),
          },
        ],
        empty: emptyState({
          illustration: 'quiet',
          title: 'No top-ups yet',
          text: 'Top-ups of members, and your credits, are listed here.',
        }),
      }),
    })}
    ${olderNewer({
      newer: !isFirst && creditsPath,
      older: topUps.next !== undefined && `${creditsPath}?before=${topUps.next}`,
    })}`,
  );

/** Asks why before money goes back. */
export const returnView = (config: Config, topUp: TopUp, state: FormState = {}): View => {
  const sum = formatMoney(config, topUp.amount - topUp.returned);
  const isCredit = topUp.provider === 'operator';
  return walletsFrame(
    isCredit ? 'Reverse the credit' : 'Refund the top-up',
    creditsPath,
    card({
      title: isCredit ? 'Reverse the credit' : 'Refund the top-up',
      danger: true,
      lead: `${sum} leave the wallet of ${topUp.person ? `@${topUp.person.username}` : 'a former member'}. This is refused where less is left.`,
      body: form({
        action: `${creditsPath}/${topUp.id}/return`,
        state,
        submit: isCredit ? `Reverse ${sum}` : `Refund ${sum}`,
        submitKind: 'danger',
        cancel: { label: 'Cancel', href: creditsPath },
        body: textField({
          ...bind(state)('reason'),
          label: 'Reason',
          maxlength: longestReason,
          autocomplete: 'off',
          required: true,
        }),
      }),
    }),
  );
};
