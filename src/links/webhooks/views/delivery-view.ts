import { formatNumber } from '../../../kernel/translation/formats.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { card } from '../../../web/components/card.ts';
import { codeSample } from '../../../web/components/code-sample.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { buttonForm } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { testEvent, type Delivery, type Webhook } from '../webhook.ts';
import { deliveryState } from './webhook-fields.ts';

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
