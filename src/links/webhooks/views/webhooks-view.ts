import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { table } from '../../../web/components/table.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Webhook } from '../webhook.ts';
import { webhookFields, webhookState } from './webhook-fields.ts';

interface WebhooksPage {
  webhooks: readonly Webhook[];
  now: Date;
  /** The form, as it was typed. */
  state: FormState;
  events: readonly string[];
}

export function webhooksView(page: WebhooksPage): View {
  return {
    title: 'Webhooks',
    section: 'webhooks',
    body: html`${pageHeader({
      title: 'Webhooks',
      lead: 'Programs of yours are told what happens to your links, the moment it happens.',
    })}
    ${card({ flush: true, body: list(page) })}
    ${card({
      title: 'Add a webhook',
      lead: 'Each message is a signed POST with a JSON body. It is repeated until it is answered with 2xx, for about a day.',
      body: form({
        action: '/dashboard/webhooks',
        state: page.state,
        submit: 'Add',
        busyLabel: 'Adding',
        body: webhookFields(page.state, page.events),
      }),
    })}`,
  };
}

function list({ webhooks, now }: WebhooksPage): Html {
  return table({
    caption: 'Your webhooks',
    rows: webhooks,
    rowId: ({ id }) => `webhook-${id}`,
    columns: [
      {
        label: 'Name',
        main: true,
        cell: ({ id, name }) => html`<a href="/dashboard/webhooks/${id}">${name}</a>`,
      },
      { label: 'State', cell: webhookState },
      {
        label: 'Told',
        cell: ({ events }) => html`<span>${events.map((event) => html`<code>${event}</code> `)}</span>`,
      },
      {
        label: 'Last delivered',
        cell: ({ deliveredAt }) => (deliveredAt ? relativeTime(deliveredAt, now) : 'Never'),
      },
    ],
    empty: emptyState({
      illustration: 'quiet',
      title: 'No webhook yet',
      text: 'Add the address of a program below, such as https://example.com/hop, and it hears of every new link.',
    }),
  });
}
