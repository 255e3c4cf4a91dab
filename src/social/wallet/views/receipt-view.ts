import type { Config } from '../../../platform/settings/config.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { table } from '../../../web/components/table.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { formatMoney } from '../money/money.ts';
import { nameOfKind } from '../statement/kinds.ts';
import type { Receipt } from '../statement/read-receipt.ts';
import { walletPath } from './wallet-frame.ts';

/** A receipt: printed, it is one sheet without the navigation. */
export const receiptView = (
  { config }: { config: Config },
  { id, at, lines }: Receipt,
  person: { name: string; username: string },
): View => ({
  title: `Receipt ${id}`,
  section: 'settings',
  body: html`${pageHeader({ title: `Receipt ${id}` })}
    ${card({
      title: `${person.name} (@${person.username})`,
      lead: html`${at.toISOString().slice(0, 19).replace('T', ' ')} UTC · ${new URL(config.plazaUrl).host}`,
      flush: true,
      body: table({
        caption: 'Transfers',
        rows: lines,
        columns: [
          { label: 'What', main: true, cell: ({ kind }) => nameOfKind(kind) },
          { label: 'Account', cell: ({ account }) => nameOfKind(account) },
          { label: 'With', cell: ({ with: other }) => (other === null ? '–' : `@${other}`) },
          {
            label: `Amount in ${config.CURRENCY}`,
            align: 'end',
            cell: ({ amount }) => formatMoney(config, amount),
          },
        ],
      }),
    })}
    <p>
      ${linkButton({ label: 'Back to the wallet', href: walletPath, icon: 'chevron-left', kind: 'plain' })}
    </p>`,
});
