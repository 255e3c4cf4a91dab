import { formatPercent, numberFormat, t } from '../../../web/translation/translate.ts';
import { currentLanguage } from '../../../web/translation/languages.ts';
import { card } from '../../../web/components/surfaces.ts';
import { barList, statistics as numbers } from '../../../web/components/charts/figures.ts';
import { copyField } from '../../../web/components/controls.ts';
import { html, type Html, shortNumber } from '../../../web/html.ts';
import { trackingScript } from '../../conversions/script.ts';
import type { Funnel } from '../../conversions/reading.ts';

/** From clicks to leads and sales, with the value of sales by currency. */
export function funnelCard(hopUrl: string, clicks: number, funnel: Funnel): Html {
  const { leads, sales, amounts } = funnel;
  return card({
    title: t('Conversions'),
    body: html`${numbers([
      { label: t('Leads'), value: shortNumber(leads) },
      { label: t('Sales'), value: shortNumber(sales) },
      ...amounts.slice(0, maxCurrencies).map(({ currency, amount }) => ({
        label: t('Value of sales'),
        value: formatAmount(amount, currency),
      })),
    ])}
    ${barList({
      title: t('From click to sale'),
      unit: t('events'),
      entries: [
        { label: t('Clicks'), value: clicks },
        { label: withShare(t('Leads'), leads, clicks, t('of clicks')), value: leads },
        { label: withShare(t('Sales'), sales, leads, t('of leads')), value: sales },
      ],
    })}
    ${leads + sales === 0 && setUp(hopUrl)}`,
  });
}

/** Currencies that are shown. The API returns all. */
const maxCurrencies = 4;

const withShare = (label: string, count: number, of: number, words: string): Html =>
  html`${label}${of > 0 && html` <span class="quiet">${formatShare(count / of)} ${words}</span>`}`;

const small = numberFormat({ style: 'percent', maximumFractionDigits: 1 });
const formatShare = (share: number) => (share < 0.1 ? small.format(share) : formatPercent(share));

/** Formats an amount in the smallest unit of a currency. */
function formatAmount(amount: number, currency: string): string {
  const format = new Intl.NumberFormat(currentLanguage(), {
    style: 'currency',
    currency: currency.toUpperCase(),
  });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

const setUp = (hopUrl: string): Html =>
  html`<p>
      Add the script to your site. It stores the ID of the click in the cookie <code>hop_id</code>. Report
      leads and sales from your server with <a href="/api-docs/conversions">the API</a>.
    </p>
    ${copyField({ label: t('Script'), text: `<script src="${hopUrl}${trackingScript}" defer></script>` })}`;
