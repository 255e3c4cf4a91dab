import { type Static, Type } from 'typebox';
import type { App } from '../../platform/app.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Answer } from '../../platform/http/families/links.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { orBlank, textOf } from '../loose-values.ts';
import { type Conversion, purgeConversions, trackLead, trackSale } from './conversions.ts';

/** Larger numbers are rounded in JSON, and would be the id of another customer or invoice. */
const exact = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
const ExternalId = (description?: string) =>
  Type.Union([Type.String(), Type.Integer(exact)], description ? { description } : {});

const customerExternalId = ExternalId('Your id of the customer, at most 100 characters');
const metadata = Type.Optional(
  Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
    description: 'Anything else, stored as JSON of at most 10,000 characters',
  }),
);

const Lead = Type.Object(
  {
    clickId: Type.Union([Type.String(), Type.Null()], {
      description:
        'The id of the click: the cookie `hop_id` of the client script, or the parameter `hop_id` of the landing page. Blank: that of the customer’s earlier lead',
    }),
    eventName: Type.String({ description: 'Such as “Sign up”, at most 255 characters' }),
    customerExternalId,
    mode: orBlank(
      Type.Enum(['async', 'wait', 'deferred']),
      'deferred: remembers the click for the customer and counts nothing until a lead or a sale of the customer comes without a click. async and wait are the same: the lead is counted before the response',
    ),
    metadata,
  },
  { title: 'Lead' },
);

const Sale = Type.Object(
  {
    customerExternalId,
    amount: Type.Integer({ description: 'In cents, or in the smallest unit of the currency' }),
    currency: orBlank(Type.String(), 'ISO 4217 code. Defaults to usd. Amounts are not converted'),
    eventName: orBlank(Type.String(), 'Such as “Invoice paid”. Defaults to Purchase'),
    paymentProcessor: orBlank(Type.String(), 'Such as stripe. Defaults to custom'),
    invoiceId: orBlank(
      ExternalId(),
      'Makes the call idempotent: an invoice is counted once, and repeated calls return the first sale',
    ),
    leadEventName: orBlank(
      Type.String(),
      'The lead that the sale follows, by its event name. Defaults to the latest lead of the customer',
    ),
    clickId: orBlank(Type.String(), 'The click of a customer without a lead, which is then counted too'),
    metadata,
  },
  { title: 'Sale' },
);

const orNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);
const Metadata = orNull(Type.Record(Type.String(), Type.Unknown()));
const Customer = orNull(Type.Object({ externalId: Type.String() }));
const Click = orNull(Type.Object({ id: Type.String() }));
const Link = orNull(Type.Object({ id: Type.Integer() }));

const about = (conversion: Conversion | undefined) => ({
  click: conversion ? { id: conversion.clickId } : null,
  link: conversion ? { id: Number(conversion.linkId) } : null,
  customer: conversion ? { externalId: conversion.customer } : null,
});

const parsed = (text: string | null | undefined): Static<typeof Metadata> =>
  text ? (JSON.parse(text) as Record<string, unknown>) : null;

const toSale = (sale: Conversion | undefined) =>
  sale
    ? {
        amount: sale.amount,
        currency: sale.currency,
        paymentProcessor: sale.processor,
        invoiceId: sale.invoice,
        metadata: parsed(sale.metadata),
      }
    : null;

const tag = 'Conversions';

export const conversionRoutes = [
  endpoint({
    method: 'POST',
    path: '/api/track/lead',
    verb: trackLead,
    summary: 'Track a lead',
    description:
      'Extension. Counts a lead, such as a sign-up, for the link that was clicked. The link must have `trackconversion`. A customer has each event once: if it was counted before, `click`, `link` and `customer` of the response are null. The click is known about a second after the redirect. Names and email addresses of customers are not stored.',
    tag,
    access: 'member',
    body: Lead,
    example: {
      clickId: '019386b13d5a7000800000001a2b3c4d',
      eventName: 'Sign up',
      customerExternalId: 'user_123',
      metadata: { plan: 'trial' },
    },
    returns: Answer({ click: Click, link: Link, customer: Customer }),
    handle: async ({ app, viewer, body }) =>
      about(
        await trackLead(app, viewer, {
          clickId: body.clickId ?? '',
          event: body.eventName,
          customer: String(body.customerExternalId),
          isDeferred: textOf(body.mode) === 'deferred',
          metadata: body.metadata,
        }),
      ),
  }),
  endpoint({
    method: 'POST',
    path: '/api/track/sale',
    verb: trackSale,
    summary: 'Track a sale',
    description:
      'Extension. Counts a sale for the link of the customer’s lead. `customer` and `sale` of the response are null if the customer is unknown and no click was sent, or if the amount is 0.',
    tag,
    access: 'member',
    body: Sale,
    example: {
      customerExternalId: 'user_123',
      amount: 4900,
      currency: 'eur',
      paymentProcessor: 'stripe',
      eventName: 'Invoice paid',
      invoiceId: 'in_1A2b3C',
    },
    returns: Answer({
      eventName: Type.String(),
      ...{ click: Click, link: Link, customer: Customer },
      sale: orNull(
        Type.Object({
          amount: Type.Integer(),
          currency: Type.String(),
          paymentProcessor: Type.String(),
          invoiceId: orNull(Type.String()),
          metadata: Metadata,
        }),
      ),
    }),
    handle: async ({ app, viewer, body }) => {
      const sale = await track(app, viewer, body);
      return {
        eventName: sale?.event ?? eventNameOf(body.eventName),
        ...about(sale),
        sale: toSale(sale),
      };
    },
  }),
];

const eventNameOf = (typed: unknown): string => {
  const name = textOf(typed)?.trim() ?? '';
  return name === '' ? 'Purchase' : name;
};

const track = (app: App, viewer: Parameters<typeof trackSale>[1], body: Static<typeof Sale>) =>
  trackSale(app, viewer, {
    customer: String(body.customerExternalId),
    amount: body.amount,
    currency: textOf(body.currency),
    event: textOf(body.eventName),
    processor: textOf(body.paymentProcessor),
    invoice: textOf(body.invoiceId),
    lead: textOf(body.leadEventName),
    clickId: textOf(body.clickId),
    metadata: body.metadata,
  });

export const conversionJobs = [
  job('links.purge-conversions', Type.Object({}), purgeConversions, { cron: '52 3 * * *' }),
];
