import { inSentence, t } from '../../../web/translation/translate.ts';
import type { CursorPage } from '../../../platform/database/queries.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { button, linkButton } from '../../../web/components/controls.ts';
import { card, emptyState, table, unfold, day } from '../../../web/components/surfaces.ts';
import { statistics } from '../../../web/components/charts/figures.ts';
import { checkbox, selectField } from '../../../web/components/fields/choice-field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import type { Balances } from '../balances.ts';
import { idempotencyKeyField, walletFrame, walletPath } from '../frame.ts';
import { formatMoney, formatSum } from '../money.ts';
import {
  type StatementEntry,
  nameOfKind,
  statementQuery,
  statementAccounts,
  type StatementFilter,
} from './entries.ts';

interface WalletViewOptions {
  config: Config;
  balances: Balances;
  filter: StatementFilter;
  entries: CursorPage<StatementEntry>;
  isFirst: boolean;
  state: FormState;
}

const accountNames = () => ({ wallet: t('Wallet'), earnings: t('Earnings'), held: t('On hold') }) as const;

/** The viewer's balances and statement. */
export function walletView(options: WalletViewOptions): View {
  const { config, balances, state } = options;
  return walletFrame(
    t('Wallet'),
    walletPath,
    html`${statistics([
        { label: t('Balance'), value: formatSum(config, balances.wallet) },
        { label: t('Earnings'), value: formatSum(config, balances.earnings) },
        { label: t('On hold'), value: formatSum(config, balances.held) },
      ])}
      <p class="button-row">
        ${linkButton({ label: t('Top up'), href: `${walletPath}/top-ups`, icon: 'plus', kind: 'primary' })}
        ${linkButton({ label: t('Request a payout'), href: `${walletPath}/payouts`, icon: 'banknote' })}
      </p>
      ${statementCard(options)} ${(balances.earnings > 0n || state.errors?.amount) && moveCard(options)}
      ${(balances.wallet > 0n || balances.earnings > 0n) && forfeitCard(options)}`,
  );
}

const moveCard = ({ config, balances, state }: WalletViewOptions): Html =>
  card({
    title: t('Move earnings to your wallet'),
    lead: t('You can spend up to {config} of your earnings.', {
      config: formatMoney(config, balances.earnings),
    }),
    body: form({
      action: `${walletPath}/move`,
      state,
      submit: t('Move to wallet'),
      submitKind: 'quiet',
      body: html`${textField({
        ...bind(state)('amount'),
        label: t('Amount in {CURRENCY}', { CURRENCY: config.CURRENCY }),
        inputmode: 'decimal',
        autocomplete: 'off',
        required: true,
      })}
      ${idempotencyKeyField(state)}`,
    }),
  });

const forfeitCard = ({ config, balances, state }: WalletViewOptions): Html =>
  unfold({
    label: t('Forfeit balance'),
    isOpen: state.errors?.agreed !== undefined,
    body: card({
      title: t('Forfeit your balance'),
      danger: true,
      lead: t(
        'Before you delete your account, request a payout of your balance, or forfeit {config} to the operator. This cannot be undone.',
        { config: formatMoney(config, balances.wallet + balances.earnings) },
      ),
      body: form({
        action: `${walletPath}/give-up`,
        ...(state.errors?.agreed && { state }),
        submit: t('Forfeit balance'),
        submitKind: 'danger',
        confirm: t('Forfeit your balance? This cannot be undone.'),
        body: checkbox({ ...bind(state)('agreed'), value: 'on', label: t('I forfeit the whole balance') }),
      }),
    }),
  });

function statementCard({ config, filter, entries, isFirst }: WalletViewOptions): Html {
  const query = statementQuery(filter);
  const href = (more: Record<string, string>, path = walletPath) =>
    `${path}?${new URLSearchParams({ ...query, ...more }).toString()}`;
  const isFiltered = Object.keys(query).length > 1;
  // Nothing to filter and to download yet.
  const isEmpty = entries.items.length === 0 && !isFiltered && isFirst;
  return html`${card({
    title: t('Statement'),
    id: 'statement',
    ...(!isEmpty && {
      actions: linkButton({
        label: t('Download CSV'),
        href: href({}, `${walletPath}/statement.csv`),
        icon: 'download',
        small: true,
      }),
    }),
    body: html`${tabs(
      t('Account'),
      statementAccounts.map((account) => ({
        label: accountNames()[account],
        href: `${walletPath}?account=${account}`,
        current: account === filter.account,
      })),
    )}
    ${!isEmpty && unfold({ label: t('Filter'), isOpen: isFiltered, body: filterForm(filter) })}
    ${table({
      caption: t('Statement of {value}', { value: inSentence(accountNames()[filter.account]) }),
      rows: entries.items,
      columns: [
        {
          label: t('Type'),
          main: true,
          cell: ({ transactionId, kind, with: other }) =>
            html`<a href="${walletPath}/transactions/${transactionId}">${nameOfKind(kind)}</a>
              ${other !== null && html` · <a href="/@${other}">@${other}</a>`}`,
        },
        { label: t('Date'), cell: ({ at }) => day(at) },
        { label: t('Amount'), align: 'end', cell: ({ amount }) => signed(config, amount) },
        { label: t('Balance'), align: 'end', cell: ({ balance }) => formatMoney(config, balance) },
      ],
      empty: emptyState({
        illustration: 'quiet',
        title: isEmpty ? t('No transactions yet') : t('No matching transactions'),
        text: isEmpty
          ? t('Payments in and out will appear here, each with a receipt.')
          : t('Choose another period or type.'),
      }),
    })}`,
  })}
  ${olderNewer({
    newer: !isFirst && href({}),
    older: entries.next !== undefined && href({ cursor: entries.next }),
  })}`;
}

const signed = (config: Config, amount: bigint): string =>
  formatMoney(config, amount, undefined, 'exceptZero');

const filterForm = ({ account, direction, from, to, kind }: StatementFilter): Html =>
  html`<form class="search-row" action="${walletPath}" method="get">
    <input type="hidden" name="account" value="${account}" />
    ${kind !== undefined && html`<input type="hidden" name="kind" value="${kind}" />`}
    ${selectField({
      name: 'direction',
      label: t('Direction'),
      value: direction,
      choices: [
        { value: 'all', label: t('In and out') },
        { value: 'in', label: t('Money in') },
        { value: 'out', label: t('Money out') },
      ],
    })}
    ${textField({ name: 'from', label: t('From'), type: 'date', value: from })}
    ${textField({ name: 'to', label: t('To'), type: 'date', value: to })} ${button({ label: t('Filter') })}
  </form>`;
