import { t } from '../../../kernel/translation/translate.ts';
import { settings } from '../../../identity/components/settings-frame.ts';
import { operator } from '../../../identity/components/operator-frame.ts';
import type { CursorPage } from '../../../platform/database/paging.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { card } from '../../../web/components/card.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { form } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Seller } from '../../monetization/plan.ts';
import type { EndQuote } from '../ending/end-all.ts';
import type { Sale } from '../list-sales.ts';
import { subscriptionsPath } from '../membership.ts';
import { endingCard } from './ending-view.ts';
import { withSalesLayout, refundForm, saleTable } from './sale-table.ts';

type Currency = Pick<Config, 'CURRENCY'>;
export const operatorSalesPath = '/operator/sales';

/** The viewer's payments. */
export const paymentsView = (config: Currency, sales: CursorPage<Sale>, isFirst: boolean): View =>
  settings(
    t('Payments'),
    subscriptionsPath,
    html`${card({
      title: t('Payments'),
      lead: html`Everything in your <a href="/settings/wallet">wallet</a> has a receipt.`,
      flush: true,
      body: saleTable(config, sales.items, 'buyer'),
    })}
    ${olderNewer(withSalesLayout(`${subscriptionsPath}/payments`, sales, isFirst))}`,
  );

interface OperatorSales {
  sales: CursorPage<Sale>;
  isFirst: boolean;
  username: string;
  /** The sellers found by the search that have subscribers. */
  sellers: readonly (Seller & { name: string; ending: EndQuote })[];
}

/** All sales, with refunds. */
export const operatorSalesView = (
  config: Currency,
  { sales, isFirst, username, sellers }: OperatorSales,
): View =>
  operator(
    t('Sales'),
    operatorSalesPath,
    html`${card({
      title: t('Sales'),
      lead: t('Subscriptions, unlocked posts and tips of all members.'),
      body: form({
        action: operatorSalesPath,
        method: 'get',
        submit: t('Search'),
        body: textField({
          name: 'username',
          label: t('Username of the buyer or seller'),
          value: username,
          required: false,
        }),
      }),
    })}
    ${sellers.map(({ type, id, name, ending }) =>
      endingCard({
        config,
        ending,
        to: `${operatorSalesPath}/end`,
        fields: { type, id, username },
        here: operatorSalesPath,
        sellerName: name,
      }),
    )}
    ${card({
      flush: true,
      body: saleTable(
        config,
        sales.items,
        'operator',
        (sale) => refundForm(config, sale, operatorSalesPath),
        username !== '',
      ),
    })}
    ${olderNewer(withSalesLayout(`${operatorSalesPath}${username && `?username=${encodeURIComponent(username)}`}`, sales, isFirst))}`,
  );
