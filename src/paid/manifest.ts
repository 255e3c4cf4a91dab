import { Type } from 'typebox';
import type { App } from '../platform/app.ts';
import type { Feature } from '../platform/feature.ts';
import { operations as declare } from '../platform/http/endpoint.ts';
import { getSiteSettings } from '../platform/settings/site-settings.ts';
import { type PaidGroup, type PaidOperation, highestOf } from './operation.ts';
import { paymentInfo } from './quotes/discovery.ts';
import { offersFor, type QuotingApp } from './quotes/offers.ts';

/** The manifest of paid operations, for directories. */
export const manifestFeature = (
  operations: (app: App) => readonly PaidOperation[],
  groups: (app: App) => readonly PaidGroup[],
): Feature => ({
  bareRoutes: manifestRoutes(operations, groups),
});

const anyone = declare('Documents', 'anyone');

const Open = Type.Object({}, { additionalProperties: true });

const Manifest = Type.Object({
  version: Type.Integer(),
  x402Version: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  instructions: Type.String(),
  openapi: Type.String(),
  resources: Type.Array(Type.String({ description: 'Addresses of paid operations, each for GET and POST' })),
  catalogs: Type.Array(Open, { description: 'Free lists of further operations, with their parameters' }),
  items: Type.Array(Open),
});

const manifestRoutes = (
  operations: (app: App) => readonly PaidOperation[],
  groups: (app: App) => readonly PaidGroup[],
) =>
  ['/.well-known/x402', '/.well-known/x402.json'].map((path) =>
    anyone.get({
      path,
      summary: 'List the operations sold per call over x402, with prices',
      description: 'For directories of paid operations.',
      returns: Manifest,
      handle: async ({ app, client }) => {
        client.setHeader('cache-control', 'public, max-age=300');
        return manifest(
          app,
          { operations: operations(app), groups: groups(app) },
          (await getSiteSettings(app)).name,
        );
      },
    }),
  );

interface Offered {
  operations: readonly PaidOperation[];
  /** Operations of a group are listed as resources and described in the group's catalog. */
  groups: readonly PaidGroup[];
}

/**
 * Returns the manifest for directories of paid operations. There is no standard yet, so it combines several
 * formats.
 */
async function manifest(app: QuotingApp, { operations, groups }: Offered, name: string) {
  const { plazaUrl } = app.config;
  return {
    version: 1,
    x402Version: 2,
    name,
    description: `Pay-per-call API of ${name}, paid in USDC without an account`,
    instructions: `Call a URL without a payment: the response is 402 with the price and the offers. Sign one of the offers and send the same request again with PAYMENT-SIGNATURE (version 2) or X-PAYMENT (version 1). Prices: ${plazaUrl}/developers/paid`,
    openapi: `${plazaUrl}/openapi.json`,
    resources: [...operations.map(({ path }) => path), ...(await addressesOf(groups))].map(
      (path) => plazaUrl + path,
    ),
    catalogs: groups.map((group) => ({
      url: plazaUrl + group.path,
      title: group.title,
      description: group.summary,
      price: paymentInfo(app.config, group),
      describes: `The input and the output of each call below ${plazaUrl}${group.path}/, free of charge`,
      schemas: `${plazaUrl}/openapi.json`,
    })),
    items: await Promise.all(operations.map((operation) => itemOf(app, operation))),
  };
}

async function addressesOf(groups: readonly PaidGroup[]): Promise<string[]> {
  const addresses = await Promise.all(
    groups.map(async ({ path, names }) => (await names()).map((name) => `${path}/${name}`)),
  );
  return addresses.flat();
}

/** Amounts are the maximum price of a call. The quote of a 402 has the exact price. */
async function itemOf(app: QuotingApp, operation: PaidOperation) {
  const offers = await offersFor(app, highestOf(operation.price, app.config), '');
  return {
    resource: app.config.plazaUrl + operation.path,
    type: 'http',
    method: 'GET',
    methods: ['GET', 'POST'],
    title: operation.title,
    description: operation.summary,
    mimeType: 'application/json',
    price: paymentInfo(app.config, operation),
    accepts: offers.map(({ offer }) => ({
      ...offer,
      extra: Object.fromEntries(Object.entries(offer.extra).filter(([name]) => name !== 'memo')),
    })),
    input: { ...operation.input, required: [] },
    output: operation.output,
    example: operation.example.input,
  };
}
