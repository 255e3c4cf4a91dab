import { type Static, Type } from 'typebox';
import { listDeliveries, pingWebhook, replayDelivery } from '../../identity/webhooks/deliveries.ts';
import { webhookAudiences, getWebhook, listWebhooks } from '../../identity/webhooks/webhook.ts';
import {
  deliveryFields,
  pingFields,
  toDeliveryFields,
  toPingFields,
} from '../../identity/webhooks/records.ts';
import type { Delivery, Webhook } from '../../identity/webhooks/webhook.ts';
import {
  addWebhook,
  deleteWebhook,
  markSecretShown,
  rotateWebhookSecret,
  updateWebhook,
} from '../../identity/webhooks/webhooks.ts';
import { ById, Id } from '../../kernel/input.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Done, Envelope, nextPlace, PageEnvelope } from '../../platform/http/families/social.ts';
import { eventNames, plazaWebhooks } from './events.ts';

const WebhookRecord = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    url: Type.String(),
    events: Type.Array(Type.String()),
    audience: Type.Enum([...webhookAudiences]),
    app_id: Type.String({ description: 'Of webhooks of an app; otherwise empty' }),
    active: Type.Boolean(),
    reason: Type.String({ description: 'Why it was disabled. Empty: by its owner' }),
    failing: Type.Boolean({ description: 'Whether the last delivery failed' }),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Webhook' },
);

const toWebhookRecord = (webhook: Webhook): Static<typeof WebhookRecord> => ({
  id: webhook.id,
  name: webhook.name,
  url: webhook.url,
  events: webhook.events,
  audience: webhook.audience,
  app_id: webhook.appId ?? '',
  active: webhook.disabledAt === null,
  reason: webhook.disabledReason ?? '',
  failing: webhook.failingSince !== null,
  created_at: webhook.createdAt.toISOString(),
});

const DeliveryRecord = Type.Object(
  {
    id: Type.String(),
    ...deliveryFields,
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Delivery' },
);

const toDeliveryRecord = (delivery: Delivery): Static<typeof DeliveryRecord> => ({
  id: delivery.id,
  ...toDeliveryFields(delivery),
  created_at: delivery.createdAt.toISOString(),
});

const url = Type.String({ maxLength: 4000, description: 'The https URL that messages are sent to' });
const name = Type.String({ maxLength: 1000, description: 'Empty: the host of the URL' });
// Accepts any text, so that the error can name the unknown event.
const events = Type.Array(Type.String({ maxLength: 100 }), {
  maxItems: 50,
  description: `Events that messages are sent for: ${eventNames.join(', ')}`,
});

const NewWebhook = Type.Object(
  {
    url,
    name: { ...name, default: '' },
    events,
    audience: Type.Enum([...webhookAudiences], {
      default: 'account',
      description:
        'Whose events: your own (`account`), those of people who authorized your app by OAuth with the scope that the ' +
        'event needs (`app`), or what is public at the site with reports and new members, for operators (`site`)',
    }),
    app_id: Type.Optional(
      Type.String({ pattern: '^[0-9]{0,18}$', description: 'The id of your app, for `app`' }),
    ),
  },
  { title: 'NewWebhook' },
);

const WebhookChange = Type.Object(
  {
    id: Id,
    url: Type.Optional(url),
    name: Type.Optional(name),
    events: Type.Optional(events),
    active: Type.Optional(Type.Boolean({ description: 'Whether messages are sent' })),
  },
  { title: 'WebhookChange' },
);

const Secret = Type.String({ description: 'The secret that signs messages. It is only returned once' });
const member = operations('Webhooks', 'member');
const path = '/apis/php/webhooks';
const perPage = 25;

/** Agents cannot use these: what they set up would outlast the access that a person gave them. */
export const webhookRoutes = [
  member.get({
    path,
    summary: 'List your webhooks',
    description: 'Extension.',
    returns: Envelope(Type.Array(WebhookRecord)),
    handle: async ({ app, viewer }) => {
      const { rows } = await listWebhooks(app, plazaWebhooks, viewer, { page: 1, perPage: 100 });
      return { data: rows.map(toWebhookRecord) };
    },
  }),
  member.post({
    path,
    verb: addWebhook,
    summary: 'Create a webhook',
    description:
      'Extension. Messages are signed according to the Standard Webhooks specification: `webhook-signature` is `v1,` and the ' +
      'base64 of the HMAC-SHA256 of `webhook-id`.`webhook-timestamp`.body. The key is the part of the secret after `whsec_`, decoded from base64. ' +
      'Messages without a 2xx response within five seconds are retried for about 28 hours.',
    body: NewWebhook,
    returns: Envelope(Type.Object({ id: Type.String(), secret: Secret })),
    example: {
      url: 'https://example.com/plaza',
      name: 'Example',
      events: ['post.created', 'comment.created'],
      audience: 'account',
    },
    handle: async ({ app, viewer, body: { app_id: appId, ...body } }) => {
      const { id, secret } = await addWebhook(app, plazaWebhooks, viewer, { ...body, appId });
      await markSecretShown(app, plazaWebhooks, id);
      return { data: { id, secret } };
    },
  }),
  member.post({
    path: `${path}/update`,
    verb: updateWebhook,
    summary: 'Update, disable or enable a webhook',
    description: 'Extension. Omitted fields do not change. Whose events it is told cannot be changed.',
    body: WebhookChange,
    returns: Envelope(WebhookRecord),
    example: { id: '12', events: ['question.solved'], active: true },
    handle: async ({ app, viewer, body: { id, active, ...change } }) => {
      await updateWebhook(app, plazaWebhooks, viewer, id, { ...change, isActive: active });
      return { data: toWebhookRecord(await getWebhook(app, plazaWebhooks, viewer, id)) };
    },
  }),
  member.post({
    path: `${path}/delete`,
    verb: deleteWebhook,
    summary: 'Delete a webhook and its log',
    description: 'Extension.',
    body: ById,
    returns: Done,
    example: { id: '12' },
    handle: async ({ app, viewer, body }) => {
      await deleteWebhook(app, plazaWebhooks, viewer, body.id);
      return { message: 'Deleted' };
    },
  }),
  member.post({
    path: `${path}/rotate`,
    verb: rotateWebhookSecret,
    summary: 'Regenerate the secret of a webhook',
    description: 'Extension. For a day, messages are also signed with the previous secret.',
    body: ById,
    returns: Envelope(Type.Object({ secret: Secret })),
    example: { id: '12' },
    handle: async ({ app, viewer, body }) => {
      const secret = await rotateWebhookSecret(app, plazaWebhooks, viewer, body.id);
      await markSecretShown(app, plazaWebhooks, body.id);
      return { data: { secret } };
    },
  }),
  member.post({
    path: `${path}/ping`,
    verb: pingWebhook,
    summary: 'Send a test message',
    description: 'Extension. Returns the response.',
    body: ById,
    returns: Envelope(Type.Object(pingFields)),
    example: { id: '12' },
    handle: async ({ app, viewer, body }) => ({
      data: toPingFields(await pingWebhook(app, plazaWebhooks, viewer, body.id)),
    }),
  }),
  member.get({
    path: `${path}/deliveries`,
    summary: 'List the deliveries of a webhook',
    description: 'Extension. Newest first, with the responses.',
    query: Type.Object({
      id: Id,
      after: Type.Optional(
        Type.String({
          pattern: '^[0-9]{1,18}$',
          description: 'The next_cursor of the previous page. Omit it for the first page',
        }),
      ),
    }),
    returns: PageEnvelope(Type.Array(DeliveryRecord)),
    handle: async ({ app, viewer, query: { id, after } }) => {
      const found = await listDeliveries(app, plazaWebhooks, viewer, id, {
        before: after,
        max: perPage + 1,
      });
      const items = found.slice(0, perPage);
      return {
        data: items.map(toDeliveryRecord),
        ...nextPlace(found.length > perPage ? items.at(-1)?.id : undefined),
      };
    },
  }),
  member.post({
    path: `${path}/replay`,
    verb: replayDelivery,
    summary: 'Resend a message',
    description: 'Extension. The message keeps its `webhook-id` and is recorded as a new delivery.',
    body: Type.Object({ id: Id, delivery_id: Id }),
    returns: Envelope(Type.Object({ id: Type.String({ description: 'The new delivery' }) })),
    example: { id: '12', delivery_id: '340' },
    handle: async ({ app, viewer, body }) => ({
      data: { id: await replayDelivery(app, plazaWebhooks, viewer, body.id, body.delivery_id) },
    }),
  }),
];
