import { formatNumber, t } from '../../../web/translation/translate.ts';
import {
  badge,
  card,
  emptyState,
  notice,
  pageHeader,
  table,
  relativeTime,
} from '../../../web/components/surfaces.ts';
import { button, copyField } from '../../../web/components/controls.ts';
import { codeSample } from '../../../web/components/code-sample.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { buttonForm, form, type FormState } from '../../../web/form.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import { type Delivery, stateOfDelivery, testEvent, type Webhook, type WebhookService } from '../webhook.ts';
import { webhookSection, webhookFields, webhookState } from './views.ts';

interface WebhookPage {
  service: WebhookService;
  webhook: Webhook;
  deliveries: readonly Delivery[];
  /** Id of the last delivery shown, if there are older ones. */
  older: string | undefined;
  now: Date;
  /** The secret, shown only once. */
  secret: string | undefined;
  state: FormState;
  events: readonly string[];
}

const addressOf = ({ path }: WebhookService, { id }: Pick<Webhook, 'id'>) => `${path}/${id}`;

export function webhookView(page: WebhookPage): View {
  const { service, webhook, state, events } = page;
  return {
    title: webhook.name,
    section: webhookSection(service),
    body: html`${pageHeader({
      title: webhook.name,
      above: breadcrumbs([{ label: t('Webhooks'), href: service.path }, { label: webhook.name }]),
      lead: html`${webhookState(webhook)} <code>${webhook.url}</code>`,
      actions: actions(page),
    })}
    ${trouble(page)} ${secretCard(page)} ${card({ title: t('Log'), flush: true, body: log(page) })}
    ${olderNewer({ older: page.older !== undefined && `${addressOf(service, webhook)}?before=${page.older}` })}
    ${card({
      title: t('Settings'),
      body: form({
        action: addressOf(service, webhook),
        state,
        submit: t('Save changes'),
        busyLabel: t('Saving'),
        body: webhookFields(service, webhook.audience, state, events),
      }),
    })}`,
  };
}

function actions({ service, webhook }: WebhookPage): Html {
  const address = addressOf(service, webhook);
  return html`${buttonForm({ to: `${address}/ping`, label: t('Send test event'), icon: 'send', busyLabel: t('Sending') })}
  ${buttonForm({
    to: `${address}/switch`,
    label: webhook.disabledAt ? t('Turn on') : t('Turn off'),
    fields: { to: webhook.disabledAt ? 'on' : 'off' },
  })}
  ${buttonForm({
    to: `${address}/delete`,
    label: t('Delete'),
    icon: 'trash-2',
    kind: 'danger',
    confirm: t('Delete {name} and its log?', { name: webhook.name }),
  })}`;
}

function trouble({ webhook, now }: WebhookPage): Html | false {
  if (webhook.disabledAt && webhook.disabledReason)
    return notice({
      tone: 'warning',
      title: t('Webhook disabled'),
      body: html`<p>
        ${webhook.disabledReason}. Enable it when it works again. Missed deliveries can be resent from the
        log.
      </p>`,
    });
  if (webhook.disabledAt || !webhook.failingSince) return false;
  return notice({
    tone: 'danger',
    title: t('Deliveries are failing'),
    body: html`<p>
      Since ${relativeTime(webhook.failingSince, now)}. They are retried for about a day, then the webhook is
      disabled.
    </p>`,
  });
}

function secretCard({ service, webhook, secret }: WebhookPage): Html {
  const address = addressOf(service, webhook);
  return card({
    title: t('Secret'),
    lead: html`Messages are signed so that you can verify them, using the headers of
      <a href="https://www.standardwebhooks.com">Standard Webhooks</a>, with libraries for most languages.`,
    body:
      secret !== undefined
        ? html`${copyField({ label: t('Secret'), text: secret })}
          ${notice({ tone: 'warning', title: t('Copy it now'), body: html`<p>You won’t be able to see it again.</p>` })}`
        : webhook.isFresh
          ? form({
              action: `${address}/secret`,
              answersWithPage: true,
              body: html`<p>${button({ label: t('Show secret'), kind: 'primary', icon: 'eye' })}</p>`,
            })
          : html`<p>It was shown once and cannot be shown again. If you lost it, rotate it.</p>`,
    actions: buttonForm({
      to: `${address}/rotate`,
      label: t('Rotate secret'),
      icon: 'refresh-cw',
      small: true,
      confirm: t('Rotate the secret? For one day, messages are also signed with the current one.'),
    }),
  });
}

function log({ service, webhook, deliveries, now }: WebhookPage): Html {
  return table({
    caption: t('Deliveries'),
    rows: deliveries,
    rowId: ({ id }) => `delivery-${id}`,
    columns: [
      {
        label: t('Message'),
        main: true,
        cell: ({ id, kind }) => html`<a href="${addressOf(service, webhook)}/deliveries/${id}">${kind}</a>`,
      },
      { label: t('Status'), cell: deliveryState },
      {
        label: t('Answer'),
        cell: ({ status, attempts }) => status ?? (attempts > 0 ? t('No response') : '–'),
      },
      { label: t('Attempts'), align: 'end', cell: ({ attempts }) => formatNumber(attempts) },
      { label: t('When'), cell: ({ createdAt }) => relativeTime(createdAt, now) },
    ],
    empty: emptyState({
      illustration: 'quiet',
      title: t('No deliveries yet'),
      text: t('Send a test event to see its delivery here.'),
    }),
  });
}

function deliveryState(delivery: Delivery): Html {
  const state = stateOfDelivery(delivery);
  if (state === 'delivered') return badge(t('Delivered'), 'success');
  if (state === 'failed') return badge(t('Failed'), 'danger');
  return state === 'retrying' ? badge(t('Retrying'), 'warning') : badge(t('Pending'), 'neutral');
}

interface DeliveryPage {
  service: WebhookService;
  webhook: Webhook;
  delivery: Delivery & { body: string };
  now: Date;
}

export function deliveryView({ service, webhook, delivery, now }: DeliveryPage): View {
  const address = addressOf(service, webhook);
  return {
    title: delivery.kind,
    section: webhookSection(service),
    body: html`${pageHeader({
      title: delivery.kind,
      above: breadcrumbs([
        { label: t('Webhooks'), href: service.path },
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
