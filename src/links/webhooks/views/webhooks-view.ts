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
      lead: 'Send events about your links to your own systems in real time.',
    })}
    ${card({ flush: true, body: list(page) })}
    ${card({
      title: 'Add a webhook',
      lead: 'Each event is a signed POST with a JSON body, retried for about a day until it gets a 2xx response.',
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
        label: 'Events',
        cell: ({ events }) => html`<span>${events.map((event) => html`<code>${event}</code> `)}</span>`,
      },
      {
        label: 'Last delivery',
        cell: ({ deliveredAt }) => (deliveredAt ? relativeTime(deliveredAt, now) : 'Never'),
      },
    ],
    empty: emptyState({
      illustration: 'quiet',
      title: 'No webhooks yet',
      text: 'Add an endpoint below, such as https://example.com/hop, to receive events.',
    }),
  });
}
