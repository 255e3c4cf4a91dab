import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { WebhookReply } from './deliver.ts';
import { type Delivery, stateOfDelivery, testEvent, type WebhookService } from './webhook.ts';

export const Time = Type.String({ format: 'date-time' });

/** The data of a test message. */
export const TestData = Type.Object({ webhook: Type.String({ description: 'The name of the webhook' }) });

/** Fields of a delivery in both services, besides its id and date. */
export const deliveryFields = {
  message: Type.String({ description: 'The webhook-id, which stays the same when the message is resent' }),
  type: Type.String(),
  state: Type.Enum(['delivered', 'failed', 'retrying', 'waiting']),
  attempts: Type.Integer(),
  status: Type.Union([Type.Integer(), Type.Null()], { description: 'HTTP status of the last response' }),
  answer: Type.String({ description: 'Start of the response, or the reason why there was none' }),
};

export const toDeliveryFields = (delivery: Delivery): Static<TObject<typeof deliveryFields>> => ({
  message: delivery.message,
  type: delivery.kind,
  state: stateOfDelivery(delivery),
  attempts: delivery.attempts,
  status: delivery.status,
  answer: delivery.response ?? '',
});

/** Fields of the response to a test message. */
export const pingFields = {
  delivered: Type.Boolean(),
  status: Type.Union([Type.Integer(), Type.Null()]),
  answer: Type.String(),
  milliseconds: Type.Integer(),
};

export const toPingFields = ({ isTaken, status, text, durationMs }: WebhookReply) => ({
  delivered: isTaken,
  status,
  answer: text,
  milliseconds: durationMs,
});

/** The schemas of messages by their event, of the schemas of their data. */
export const toPayloads = (data: Readonly<Record<string, TSchema>>): Readonly<Record<string, TSchema>> =>
  Object.fromEntries(
    Object.entries(data).map(([event, schema]) => [
      event,
      Type.Object({ type: Type.Literal(event), timestamp: Time, data: schema }),
    ]),
  );

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const headers = [
  header('webhook-id', 'Identifies the message, also when it is resent'),
  header('webhook-timestamp', 'Unix time in seconds'),
  header(
    'webhook-signature',
    'Signatures according to Standard Webhooks: `v1,` and base64, separated by spaces',
  ),
];

/** The `webhooks` of an OpenAPI document: what a service sends to the URLs of webhooks. */
export function describeWebhooks(
  { name, events }: WebhookService,
  payloads: Readonly<Record<string, TSchema>>,
  exampleOf: (event: string) => object,
): Record<string, object> {
  const titles: Readonly<Record<string, string>> = { ...events(), [testEvent]: 'A test message is sent' };
  return Object.fromEntries(
    Object.entries(payloads).map(([event, schema]) => [
      event,
      {
        post: {
          summary: titles[event],
          description:
            'Answer with any 2xx status within five seconds. Fields may be added to messages without notice.',
          tags: ['Webhooks'],
          security: [],
          parameters: headers,
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema,
                example: { type: event, timestamp: '2026-03-01T12:00:01.000Z', data: exampleOf(event) },
              },
            },
          },
          responses: {
            '2XX': { description: 'The message was received' },
            '4XX': { description: `${name} tries again. After 410, it disables the webhook` },
          },
        },
      },
    ]),
  );
}
