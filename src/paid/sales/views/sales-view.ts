import { t } from '../../../kernel/translation/translate.ts';
import { settings } from '../../../identity/components/settings-frame.ts';
import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { table } from '../../../web/components/table.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { html } from '../../../web/html.ts';
import type { CursorPage } from '../../../platform/database/paging.ts';
import type { View } from '../../../web/view.ts';
import type { Sale } from '../list-sales.ts';
import { shortNumber } from '../../../web/short-number.ts';

/** Sales of a member's content in paid API responses. */
export const salesView = ({ items, next }: CursorPage<Sale>): View =>
  settings(
    t('Paid API results'),
    '/settings/privacy',
    html`${card({
      title: t('Paid API results'),
      lead: t('How often agents and apps paid for your public content. You can opt out under Privacy.'),
      flush: true,
      body: table({
        caption: t('Your content in paid API results'),
        rows: items,
        columns: [
          { label: t('Day'), main: true, cell: ({ day }) => day },
          { label: t('Operation'), cell: ({ operation }) => html`<code>${operation}</code>` },
          { label: t('Items'), align: 'end', cell: ({ items }) => shortNumber(items) },
        ],
        empty: emptyState({
          illustration: 'quiet',
          title: t('Nothing yet'),
          text: t('Paid responses with your posts or profile will appear here.'),
        }),
      }),
    })}
    ${olderNewer({ older: next !== undefined && `/settings/sales?before=${encodeURIComponent(next)}` })}`,
  );
