import { formatNumber } from '../../web/translation/formats.ts';
import { t } from '../../web/translation/translate.ts';
import { badge } from '../../web/components/badge.ts';
import { card } from '../../web/components/card.ts';
import { codeSample } from '../../web/components/code-sample.ts';
import { emptyState } from '../../web/components/empty-state.ts';
import { checkboxGroup } from '../../web/components/fields/choice-field.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { breadcrumbs } from '../../web/components/navigation/breadcrumbs.ts';
import { pageHeader } from '../../web/components/page-header.ts';
import { table } from '../../web/components/table.ts';
import { relativeTime } from '../../web/components/time.ts';
import { bind, buttonForm, form, type FormState } from '../../web/form.ts';
import { html, type Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import {
  type Delivery,
  eventNames,
  events as meanings,
  stateOf,
  testEvent,
  type Webhook,
} from './webhook.ts';

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

/** The form fields of a webhook. */
export function webhookFields(state: FormState, events: readonly string[]): Html {
  const field = bind(state);
  return html`${textField({
    ...field('url'),
    label: t('URL'),
    type: 'url',
    placeholder: 'https://example.com/hop',
    autocomplete: 'off',
  })}
  ${textField({
    ...field('name'),
    label: t('Name'),
    hint: t('Defaults to the host of the URL.'),
    required: false,
    maxlength: 100,
    autocomplete: 'off',
  })}
  ${checkboxGroup({
    name: 'events',
    error: state.errors?.events,
    label: t('Events'),
    values: events,
    choices: eventNames.map((value) => ({
      value,
      label: meanings()[value],
      hint: html`<code>${value}</code>`,
    })),
  })}`;
}

export function webhookState({ disabledAt, failingSince, deliveredAt }: Webhook): Html {
  if (disabledAt) return badge(t('Off'), 'neutral');
  if (failingSince) return badge(t('Failing'), 'danger');
  return deliveredAt ? badge(t('On'), 'success') : badge(t('Enabled, no deliveries yet'), 'accent');
}

export function deliveryState(delivery: Delivery): Html {
  const state = stateOf(delivery);
  if (state === 'delivered') return badge(t('Delivered'), 'success');
  if (state === 'failed') return badge(t('Failed'), 'danger');
  return state === 'retrying' ? badge(t('Retrying'), 'warning') : badge(t('Pending'), 'neutral');
}

interface DeliveryPage {
  webhook: Webhook;
  delivery: Delivery & { body: string };
  now: Date;
}

export function deliveryView({ webhook, delivery, now }: DeliveryPage): View {
  const address = `/dashboard/webhooks/${webhook.id}`;
  return {
    title: delivery.kind,
    section: 'webhooks',
    body: html`${pageHeader({
      title: delivery.kind,
      above: breadcrumbs([
        { label: t('Webhooks'), href: '/dashboard/webhooks' },
        { label: webhook.name, href: address },
        { label: delivery.kind },
      ]),
      lead: html`${deliveryState(delivery)} ${tries(delivery, now)}`,
      actions: buttonForm({
        to: `${address}/deliveries/${delivery.id}/replay`,
        label: t('Resend'),
        icon: 'refresh-cw',
      }),
    })}
    ${card({ title: t('Response'), body: showResponse(delivery) })}
    ${codeSample({ title: t('Request, as {message}', { message: delivery.message }), code: readable(delivery.body) })}`,
  };
}

function tries({ attempts, dueAt, createdAt, kind }: Delivery, now: Date): Html {
  const count = t('{attempts, plural, =0 {no attempts yet} one {# attempt} other {# attempts}}', {
    attempts,
  });
  return html`Created ${relativeTime(createdAt, now)}, ${count}.
  ${dueAt && kind !== testEvent && dueAt > now && html`Next attempt ${relativeTime(dueAt, now)}.`}`;
}

function showResponse({ attempts, status, response, durationMs }: Delivery): Html {
  if (attempts === 0 || response === null) return html`<p>No response yet.</p>`;
  if (status === null) return html`<p>No response: ${response}.</p>`;
  return html`<p>Status ${status}${durationMs !== null && html`, after ${formatNumber(durationMs)} ms`}.</p>
    ${response.trim() !== '' && codeSample({ title: t('Response body (start)'), code: response })}`;
}

const readable = (body: string) => JSON.stringify(JSON.parse(body), null, 2);
