import { t } from '../../../web/translation/translate.ts';
import type { CursorPage } from '../../../platform/database/queries.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { linkButton } from '../../../web/components/controls.ts';
import { card, emptyState, notice, type Column, table, shortDay } from '../../../web/components/surfaces.ts';
import { buttonForm } from '../../../web/form.ts';
import { type Fragment, html, type Html } from '../../../web/html.ts';
import { formatMoney } from '../../wallet/money.ts';
import { topUpHref } from '../../wallet/top-ups/top-ups.ts';
import type { Sale } from '../earnings.ts';
import type { EndQuote } from '../ending.ts';

type Currency = Pick<Config, 'CURRENCY'>;

/** A table of sales, as the buyer, the seller or an operator sees them. */
export function saleTable(
  config: Currency,
  rows: readonly Sale[],
  side: 'seller' | 'buyer' | 'operator',
  act?: (sale: Sale) => Fragment,
  isSearch = false,
): Html {
  const person = (who: Sale['buyer']) =>
    who ? html`<a href="/@${who.username}">${who.name}</a>` : t('Deleted account');
  const columns: Column<Sale>[] = [
    { label: t('Payment'), main: true, cell: (sale) => whatOf(sale) },
    ...(side === 'buyer' ? [] : [{ label: t('From'), cell: ({ buyer }: Sale) => person(buyer) }]),
    ...(side === 'seller'
      ? []
      : [{ label: t('To'), cell: ({ payee, page }: Sale) => page ?? person(payee) }]),
    { label: t('Date'), cell: ({ at }) => shortDay(at) },
    { label: t('Amount'), align: 'end', cell: ({ amount }) => formatMoney(config, amount) },
    ...(side === 'buyer'
      ? []
      : [
          {
            label: t('Commission'),
            align: 'end' as const,
            cell: ({ fee }: Sale) => formatMoney(config, fee),
          },
        ]),
    {
      label: t('Status'),
      align: 'end',
      cell: (sale) => stateOf(config, sale) ?? act?.(sale) ?? t('Paid'),
    },
  ];
  return table({
    caption: t('Payments'),
    rows,
    empty: isSearch ? notFound() : nothing(t('No payments yet'), textsBySide()[side]),
    columns,
  });
}

const textsBySide = () =>
  ({
    buyer: t('What you pay other members for will appear here.'),
    seller: t('Subscriptions, unlocked posts and tips will appear here.'),
    operator: t('Subscriptions, unlocked posts and tips will appear here.'),
  }) as const;

const notFound = (): Html =>
  emptyState({
    illustration: 'search',
    title: t('No matching payments'),
    text: t('Try another username.'),
    action: linkButton({ label: t('Show all'), href: '/operator/sales' }),
  });

const kindNames = () =>
  ({
    membership: t('Subscription'),
    unlock: t('Unlocked post'),
    ticket: t('Ticket'),
    tip: t('Tip'),
    message: t('First message'),
  }) as const;

const stateOf = (config: Currency, { refundedAt, refunded, amount }: Sale): Html | undefined => {
  if (!refundedAt) return undefined;
  return refunded < amount
    ? html`Refunded ${formatMoney(config, refunded)} ${shortDay(refundedAt)}`
    : html`Refunded ${shortDay(refundedAt)}`;
};

const whatOf = ({ kind, plan, postId, message }: Sale): Html =>
  html`${postId === null ? kindNames()[kind] : html`<a href="/posts/${postId}">${kindNames()[kind]}</a>`}${plan !== null && ` · ${plan}`}
  ${message !== '' && html`<q dir="auto">${message}</q>`}`;

export const refundForm = (
  config: Currency,
  sale: Sale,
  path: string,
  fields: Readonly<Record<string, string>> = {},
): Fragment =>
  sale.buyer && sale.payee
    ? buttonForm({
        to: `${path}/${sale.id}/refund`,
        fields,
        label: t('Refund'),
        small: true,
        confirm: t('Refund {config} to {name}? They lose access to what they bought.', {
          config: formatMoney(config, sale.amount),
          name: sale.buyer.name,
        }),
      })
    : t('Paid');

/** Links to the newer and older pages of sales. */
export const withSalesLayout = (here: string, { next }: CursorPage<Sale>, isFirst: boolean) => ({
  newer: !isFirst && here,
  older: next !== undefined && `${here}${here.includes('?') ? '&' : '?'}before=${next}`,
});

export const nothing = (title: string, text: string): Html =>
  emptyState({ illustration: 'quiet', title, text });

interface EndingOptions {
  config: Pick<Config, 'CURRENCY'>;
  ending: EndQuote;
  /** Target of the form. */
  to: string;
  fields: Readonly<Record<string, string>>;
  /** Where to return after a top-up. */
  here: string;
  /** Name of the seller, if an operator ends the subscriptions. */
  sellerName?: string;
}

/** The form to end all subscriptions, with the refunds it causes. */
export function endingCard(options: EndingOptions): Html {
  const { config, ending, to, fields, here, sellerName } = options;
  const { subscribers, missing } = ending;
  const refunded = formatMoney(config, ending.refunded);
  const isShort = missing > 0n && sellerName === undefined;
  return card({
    title:
      sellerName === undefined
        ? t('End all subscriptions and refund the unused time')
        : t('Subscriptions to {name}', { name: sellerName }),
    id: 'ending',
    lead: t(
      '{count, plural, one {# subscription ends} other {# subscriptions end}} immediately, and {refunded} is refunded for unused time. The plans are deleted.',
      { count: subscribers, refunded },
    ),
    body: html`<p>${sourceWords(options)}</p>
      ${
        isShort &&
        notice({
          tone: 'warning',
          title: t('You are {amount} short', { amount: formatMoney(config, missing) }),
          body: html`<p>Top up your wallet, or ask the operator to end the subscriptions.</p>
            ${linkButton({ label: t('Top up'), href: topUpHref(here), small: true })}`,
        })
      }
      ${
        !isShort &&
        buttonForm({
          to,
          fields,
          kind: 'danger',
          label: t('End all subscriptions'),
          confirm: t(
            'End {count, plural, one {# subscription} other {# subscriptions}} and refund {refunded}? This cannot be undone.',
            { count: subscribers, refunded },
          ),
        })
      }`,
  });
}

function sourceWords({ config, ending: { fromWallet, missing }, sellerName }: EndingOptions): string {
  const beyond = fromWallet + missing;
  if (sellerName !== undefined)
    return beyond === 0n
      ? t('The refund is paid from the earnings of {name}.', { name: sellerName })
      : t('The earnings of {name} do not cover {amount} of the refund. You pay that from the commission.', {
          name: sellerName,
          amount: formatMoney(config, beyond),
        });
  return fromWallet === 0n
    ? t('The refund is paid from your earnings, and its commission is returned to you.')
    : t(
        'The refund is paid from your earnings, then {amount} from your wallet. Its commission is returned to you.',
        {
          amount: formatMoney(config, fromWallet),
        },
      );
}
