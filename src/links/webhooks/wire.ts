import { Type } from 'typebox';
import type { Static } from 'typebox';
import { sqlDate } from '../../kernel/time.ts';
import { eventNames, stateOf, type Delivery, type Webhook } from './webhook.ts';

const url = Type.String({ description: 'The https URL that messages are sent to' });
const name = Type.Optional(Type.String({ description: 'Defaults to the host of the URL if blank' }));
// Accepts any text, so that the error can name the unknown event.
const events = Type.Array(Type.String(), {
  maxItems: 50,
  description: `Events that messages are sent for: ${eventNames.join(', ')}`,
});

export const NewWebhook = Type.Object({ url, name, events }, { title: 'NewWebhook' });
export const WebhookChange = Type.Object(
  {
    url: Type.Optional(url),
    name,
    events: Type.Optional(events),
    active: Type.Optional(Type.Boolean({ description: 'Whether messages are sent' })),
  },
  { title: 'WebhookChange' },
);

export const WebhookRecord = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    url: Type.String(),
    events: Type.Array(Type.String()),
    active: Type.Boolean(),
    reason: Type.String({ description: 'Why Hop disabled it' }),
    failing: Type.Boolean({ description: 'Whether the last delivery failed' }),
    date: Type.String(),
  },
  { title: 'Webhook' },
);

export const DeliveryRecord = Type.Object(
  {
    id: Type.Integer(),
    message: Type.String({ description: 'The webhook-id, which stays the same when the message is resent' }),
    type: Type.String(),
    state: Type.Enum(['delivered', 'failed', 'retrying', 'waiting']),
    attempts: Type.Integer(),
    status: Type.Union([Type.Integer(), Type.Null()], { description: 'HTTP status of the last response' }),
    answer: Type.String({ description: 'Start of the response, or the reason why there was none' }),
    date: Type.String(),
  },
  { title: 'Delivery' },
);

export const toWebhookRecord = (webhook: Webhook): Static<typeof WebhookRecord> => ({
  id: Number(webhook.id),
  name: webhook.name,
  url: webhook.url,
  events: webhook.events,
  active: webhook.disabledAt === null,
  reason: webhook.disabledReason ?? '',
  failing: webhook.failingSince !== null,
  date: sqlDate(webhook.createdAt),
});

export const toDeliveryRecord = (delivery: Delivery): Static<typeof DeliveryRecord> => ({
  id: Number(delivery.id),
  message: delivery.message,
  type: delivery.kind,
  state: stateOf(delivery),
  attempts: delivery.attempts,
  status: delivery.status,
  answer: delivery.response ?? '',
  date: sqlDate(delivery.createdAt),
});
