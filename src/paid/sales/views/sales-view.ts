import { settings } from '../../../identity/components/settings-frame.ts';
import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { table } from '../../../web/components/table.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Sale } from '../list-sales.ts';

/** What was in paid API results of a person's content. */
export const salesView = (sales: readonly Sale[]): View =>
  settings(
    'Paid API results',
    '/settings/privacy',
    html`<p class="prose"><a href="/settings/privacy">Privacy</a></p>
      ${card({
        title: 'Paid API results',
        lead: 'How often agents and apps paid for answers with your public content. Opt out under Privacy.',
        flush: true,
        body: table({
          caption: 'Your content in paid API results',
          rows: sales,
          columns: [
            { label: 'Day', main: true, cell: ({ day }) => day },
            { label: 'Operation', cell: ({ operation }) => html`<code>${operation}</code>` },
            { label: 'Items', align: 'end', cell: ({ items }) => items.toLocaleString('en') },
          ],
          empty: emptyState({
            illustration: 'quiet',
            title: 'Nothing yet',
            text: 'When an answer with your posts or your profile is paid for, it is counted here.',
          }),
        }),
      })}`,
  );
