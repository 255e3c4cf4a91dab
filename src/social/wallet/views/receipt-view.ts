import { t } from '../../../kernel/translation/translate.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { table } from '../../../web/components/table.ts';
import { timeText } from '../../../web/components/time.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { formatMoney } from '../money/money.ts';
import { nameOfKind } from '../statement/kinds.ts';
import type { Receipt } from '../statement/get-receipt.ts';
import { walletPath } from './wallet-frame.ts';

/** A receipt, printable on one sheet without the navigation. */
export const receiptView = (
  { config }: { config: Config },
  { id, at, lines }: Receipt,
  person: { name: string; username: string },
): View => ({
  title: t('Receipt {id}', { id }),
  section: 'settings',
  body: html`${pageHeader({ title: t('Receipt {id}', { id }) })}
    ${card({
      title: `${person.name} (@${person.username})`,
      lead: html`${timeText(at)} UTC · ${new URL(config.plazaUrl).host}`,
      flush: true,
      body: table({
        caption: t('Transfers'),
        rows: lines,
        columns: [
          { label: t('Type'), main: true, cell: ({ kind }) => nameOfKind(kind) },
          { label: t('Account'), cell: ({ account }) => nameOfKind(account) },
          { label: t('Member'), cell: ({ with: other }) => (other === null ? '–' : `@${other}`) },
          {
            label: t('Amount in {CURRENCY}', { CURRENCY: config.CURRENCY }),
            align: 'end',
            cell: ({ amount }) => formatMoney(config, amount),
          },
        ],
      }),
    })}
    <p>
      ${linkButton({ label: t('Back to wallet'), href: walletPath, icon: 'chevron-left', kind: 'plain' })}
    </p>`,
});
