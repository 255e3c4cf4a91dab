import { type Static, Type } from 'typebox';
import {
  countDeliveries,
  listDeliveries,
  pingWebhook,
  replayDelivery,
} from '../../identity/webhooks/deliveries.ts';
import {
  deliveryFields,
  pingFields,
  toDeliveryFields,
  toPingFields,
} from '../../identity/webhooks/records.ts';
import { type Delivery, listWebhooks, type Webhook } from '../../identity/webhooks/webhook.ts';
import {
  addWebhook,
  deleteWebhook,
  markSecretShown,
  rotateWebhookSecret,
  updateWebhook,
} from '../../identity/webhooks/webhooks.ts';
import { sqlDate } from '../../kernel/time.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Answer, listing, Listing, Paging, perPageOf } from '../../platform/http/families/links.ts';
import { addRoute, id, IdParams, listRoute, Message, updateRoute } from '../owned/api.ts';
import { eventNames, hopWebhooks } from './events.ts';

const url = Type.String({ description: 'The https URL that messages are sent to' });
const name = Type.Optional(Type.String({ description: 'Defaults to the host of the URL if blank' }));
// Accepts any text, so that the error can name the unknown event.
const events = Type.Array(Type.String(), {
  maxItems: 50,
  description: `Events that messages are sent for: ${eventNames.join(', ')}`,
});

const NewWebhook = Type.Object({ url, name, events }, { title: 'NewWebhook' });
const WebhookChange = Type.Object(
  {
    url: Type.Optional(url),
    name,
    events: Type.Optional(events),
    active: Type.Optional(Type.Boolean({ description: 'Whether messages are sent' })),
  },
  { title: 'WebhookChange' },
);

const WebhookRecord = Type.Object(
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

const DeliveryRecord = Type.Object(
  {
    id: Type.Integer(),
    ...deliveryFields,
    date: Type.String(),
  },
  { title: 'Delivery' },
);

const toWebhookRecord = (webhook: Webhook): Static<typeof WebhookRecord> => ({
  id: Number(webhook.id),
  name: webhook.name,
  url: webhook.url,
  events: webhook.events,
  active: webhook.disabledAt === null,
  reason: webhook.disabledReason ?? '',
  failing: webhook.failingSince !== null,
  date: sqlDate(webhook.createdAt),
});

const toDeliveryRecord = (delivery: Delivery): Static<typeof DeliveryRecord> => ({
  id: Number(delivery.id),
  ...toDeliveryFields(delivery),
  date: sqlDate(delivery.createdAt),
});

const tag = 'Webhooks';
const Secret = Type.String({ description: 'The secret that signs messages. It is only returned once' });
export const webhookRoutes = [
  listRoute({
    path: '/api/webhooks',
    summary: 'List webhooks',
    description: 'Extension.',
    tag,
    key: 'webhooks',
    record: WebhookRecord,
    list: (app, viewer, page) => listWebhooks(app, hopWebhooks, viewer, page),
    toRecord: toWebhookRecord,
  }),
  addRoute({
    path: '/api/webhook/add',
    verb: addWebhook,
    summary: 'Create a webhook',
    description:
      'Extension. Messages are signed according to the Standard Webhooks specification: `webhook-signature` is `v1,` and the ' +
      'base64 of the HMAC-SHA256 of `webhook-id`.`webhook-timestamp`.body. The key is the part of the secret after `whsec_`, decoded from base64. ' +
      'Messages without a 2xx response within five seconds are retried for about 28 hours.',
    tag,
    body: NewWebhook,
    example: { url: 'https://example.com/hop', events: ['link.created', 'link.clicked'] },
    returns: Answer({ id: Type.Integer(), secret: Secret }),
    handle: async ({ app, viewer, body }) => {
      const { id, secret } = await addWebhook(app, hopWebhooks, viewer, body);
      await markSecretShown(app, hopWebhooks, id);
      return { id: Number(id), secret };
    },
  }),
  updateRoute({
    path: '/api/webhook/:id/update',
    verb: updateWebhook,
    summary: 'Update, disable or enable a webhook',
    description: 'Extension. Omitted fields do not change.',
    tag,
    body: WebhookChange,
    example: { events: ['link.expired'], active: true },
    returns: Message,
    handle: async ({ app, viewer, params, body: { active, ...change } }) => {
      await updateWebhook(app, hopWebhooks, viewer, String(params.id), { ...change, isActive: active });
      return { message: 'Webhook updated' };
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/webhook/:id/delete',
    verb: deleteWebhook,
    summary: 'Delete a webhook and its log',
    description: 'Extension.',
    tag,
    access: 'member',
    params: IdParams,
    returns: Message,
    handle: async ({ app, viewer, params }) => {
      await deleteWebhook(app, hopWebhooks, viewer, String(params.id));
      return { message: 'Webhook deleted' };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/webhook/:id/rotate',
    verb: rotateWebhookSecret,
    summary: 'Regenerate the secret of a webhook',
    description: 'Extension. For a day, messages are also signed with the previous secret.',
    tag,
    access: 'member',
    params: IdParams,
    returns: Answer({ secret: Secret }),
    handle: async ({ app, viewer, params }) => {
      const secret = await rotateWebhookSecret(app, hopWebhooks, viewer, String(params.id));
      await markSecretShown(app, hopWebhooks, String(params.id));
      return { secret };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/webhook/:id/ping',
    verb: pingWebhook,
    summary: 'Send a test message',
    description: 'Extension. Returns the response.',
    tag,
    access: 'member',
    params: IdParams,
    returns: Answer(pingFields),
    handle: async ({ app, viewer, params }) =>
      toPingFields(await pingWebhook(app, hopWebhooks, viewer, String(params.id))),
  }),
  endpoint({
    method: 'GET',
    path: '/api/webhook/:id/deliveries',
    summary: 'List the deliveries of a webhook',
    description: 'Extension. Includes the responses.',
    tag,
    access: 'member',
    params: IdParams,
    query: Type.Object(Paging),
    returns: Listing('deliveries', DeliveryRecord),
    handle: async ({ app, viewer, params, query: { page = 1, limit } }) => {
      const perPage = perPageOf(limit);
      const max = { skip: (page - 1) * perPage, max: perPage };
      const deliveries = await listDeliveries(app, hopWebhooks, viewer, String(params.id), max);
      const total = await countDeliveries(app, hopWebhooks, String(params.id));
      return listing('deliveries', deliveries.map(toDeliveryRecord), { page, perPage, total });
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/webhook/:id/replay/:deliveryid',
    verb: replayDelivery,
    summary: 'Resend a message',
    description: 'Extension. The message keeps its `webhook-id` and is recorded as a new delivery.',
    tag,
    access: 'member',
    params: Type.Object({ id, deliveryid: id }),
    returns: Answer({ id: Type.Integer({ description: 'The new delivery' }) }),
    handle: async ({ app, viewer, params }) => ({
      id: Number(
        await replayDelivery(app, hopWebhooks, viewer, String(params.id), String(params.deliveryid)),
      ),
    }),
  }),
];
