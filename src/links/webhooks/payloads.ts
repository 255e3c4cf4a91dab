import { type TSchema, Type } from 'typebox';
import { describeWebhooks, TestData, Time, toPayloads } from '../../identity/webhooks/records.ts';
import { testEvent } from '../../identity/webhooks/webhook.ts';
import { type eventNames, hopWebhooks } from './events.ts';

const Link = Type.Object(
  {
    id: Type.Integer(),
    alias: Type.String(),
    shorturl: Type.String(),
    longurl: Type.String(),
    title: Type.String(),
    description: Type.String(),
    expiry: Type.Union([Time, Type.Null()]),
    date: Time,
  },
  { title: 'WebhookLink' },
);

const Click = Type.Object(
  {
    date: Time,
    link: Type.Object({
      id: Type.Integer(),
      type: Type.Enum(['link', 'bio', 'qr']),
      shorturl: Type.String(),
    }),
    country: Type.String({ description: 'ISO 3166-1 code. Blank if unknown, as all of these' }),
    browser: Type.String(),
    system: Type.String(),
    device: Type.String(),
    language: Type.String(),
    referrer: Type.String({ description: 'A host name' }),
  },
  { title: 'WebhookClick' },
);

const conversion = {
  link: Link,
  eventId: Type.String(),
  eventName: Type.String(),
  click: Type.Object({ id: Type.String() }),
  customer: Type.Object({ externalId: Type.String({ description: 'Your id of the customer' }) }),
  metadata: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
};

const Sale = Type.Object({
  amount: Type.Integer({ description: 'In the smallest unit of the currency' }),
  currency: Type.String(),
  paymentProcessor: Type.String(),
  invoiceId: Type.Union([Type.String(), Type.Null()]),
});

const ofLink = Type.Object({ link: Link });
const ofClicks = Type.Object({ clicks: Type.Array(Click, { description: 'At most 100, oldest first' }) });

const data: Readonly<Record<(typeof eventNames)[number] | typeof testEvent, TSchema>> = {
  'link.created': ofLink,
  'link.updated': ofLink,
  'link.deleted': ofLink,
  'link.expired': ofLink,
  'link.clicked': ofClicks,
  'qr.scanned': ofClicks,
  'lead.created': Type.Object(conversion),
  'sale.created': Type.Object({ ...conversion, sale: Sale }),
  [testEvent]: TestData,
};

/** The schema of a message by its event. */
export const payloads = toPayloads(data);

const link = {
  id: 12,
  alias: 'grasshopper',
  shorturl: 'https://hop.example/grasshopper',
  longurl: 'https://en.wikipedia.org/wiki/Grasshopper',
  title: 'Grasshoppers',
  description: '',
  expiry: null,
  date: '2026-03-01T12:00:00.000Z',
};
const click = {
  date: '2026-03-01T12:00:00.000Z',
  link: { id: 12, type: 'link', shorturl: 'https://hop.example/grasshopper' },
  ...{ country: 'CA', browser: 'Firefox', system: 'Linux', device: 'desktop', language: 'fr' },
  referrer: 'example.org',
};
const lead = {
  link,
  eventId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  eventName: 'Sign up',
  click: { id: '019386b13d5a7000800000001a2b3c4d' },
  customer: { externalId: 'user_123' },
  metadata: { plan: 'trial' },
};

function exampleOf(event: string): object {
  if (event === testEvent) return { webhook: 'example.com' };
  if (event === 'lead.created') return lead;
  if (event === 'sale.created')
    return {
      ...lead,
      eventName: 'Invoice paid',
      sale: { amount: 4900, currency: 'eur', paymentProcessor: 'stripe', invoiceId: 'in_1A2b3C' },
    };
  return event === 'link.clicked' || event === 'qr.scanned' ? { clicks: [click] } : { link };
}

/** The `webhooks` of the OpenAPI document: what Hop sends to the URLs of webhooks. */
export const describeHopWebhooks = () => describeWebhooks(hopWebhooks, payloads, exampleOf);
