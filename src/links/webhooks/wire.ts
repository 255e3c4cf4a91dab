import { Type } from 'typebox';
import type { Static } from 'typebox';
import { sqlDate } from '../../kernel/time.ts';
import { eventNames, stateOf, type Delivery, type Webhook } from './webhook.ts';

const url = Type.String({ description: 'Where messages are sent: an https address' });
const name = Type.Optional(Type.String({ description: 'Blank: the host of the address' }));
// Any text, so that a refusal can say which one is no event.
const events = Type.Array(Type.String(), {
  maxItems: 50,
  description: `What it is shown: ${eventNames.join(', ')}`,
});

export const NewWebhook = Type.Object({ url, name, events });
export const WebhookChange = Type.Object({
  url: Type.Optional(url),
  name,
  events: Type.Optional(events),
  active: Type.Optional(Type.Boolean({ description: 'Whether it is shown anything' })),
});

export const WebhookRecord = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  url: Type.String(),
  events: Type.Array(Type.String()),
  active: Type.Boolean(),
  reason: Type.String({ description: 'Why it was switched off, when Hop did' }),
  failing: Type.Boolean({ description: 'Whether the last message was not taken' }),
  date: Type.String(),
});

export const DeliveryRecord = Type.Object({
  id: Type.Integer(),
  message: Type.String({ description: 'The webhook-id; the same when it is sent again' }),
  type: Type.String(),
  state: Type.Enum(['delivered', 'failed', 'retrying', 'waiting']),
  attempts: Type.Integer(),
  status: Type.Union([Type.Integer(), Type.Null()], { description: 'HTTP status of the last answer' }),
  answer: Type.String({ description: 'Its beginning, or why there was none' }),
  date: Type.String(),
});

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
