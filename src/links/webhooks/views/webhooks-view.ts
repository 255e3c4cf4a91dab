import { t } from '../../../kernel/translation/translate.ts';
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
  /** State of the form. */
  state: FormState;
  events: readonly string[];
}

export function webhooksView(page: WebhooksPage): View {
  return {
    title: t('Webhooks'),
    section: 'webhooks',
    body: html`${pageHeader({
      title: t('Webhooks'),
      lead: t('Send events about your links to your own systems in real time.'),
    })}
    ${card({ flush: true, body: list(page) })}
    ${card({
      title: t('Add a webhook'),
      lead: t(
        'Each event is a signed POST with a JSON body, retried for about a day until it gets a 2xx response.',
      ),
      body: form({
        action: '/dashboard/webhooks',
        state: page.state,
        submit: t('Add'),
        busyLabel: t('Adding'),
        body: webhookFields(page.state, page.events),
      }),
    })}`,
  };
}

function list({ webhooks, now }: WebhooksPage): Html {
  return table({
    caption: t('Your webhooks'),
    rows: webhooks,
    rowId: ({ id }) => `webhook-${id}`,
    columns: [
      {
        label: t('Name'),
        main: true,
        cell: ({ id, name }) => html`<a href="/dashboard/webhooks/${id}">${name}</a>`,
      },
      { label: t('Status'), cell: webhookState },
      {
        label: t('Events'),
        cell: ({ events }) => html`<span>${events.map((event) => html`<code>${event}</code> `)}</span>`,
      },
      {
        label: t('Last delivery'),
        cell: ({ deliveredAt }) => (deliveredAt ? relativeTime(deliveredAt, now) : t('Never')),
      },
    ],
    empty: emptyState({
      illustration: 'quiet',
      title: t('No webhooks yet'),
      text: t('Add an endpoint below, such as https://example.com/hop, to receive events.'),
    }),
  });
}
