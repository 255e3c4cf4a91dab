import { t } from '../../../kernel/translation/translate.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { notice } from '../../../web/components/notice.ts';
import { buttonForm } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import { formatMoney } from '../../wallet/money/money.ts';
import { topUpHref } from '../../wallet/top-ups/top-up.ts';
import type { EndQuote } from '../ending/end-all.ts';

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
