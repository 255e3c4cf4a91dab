import { Type } from 'typebox';
import type { App } from '../../platform/app.ts';
import { operations as declare } from '../../platform/http/endpoint.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import type { PaidGroup, PaidOperation } from '../operation.ts';
import { manifest } from './manifest.ts';

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

export const manifestRoutes = (
  operations: (app: App) => readonly PaidOperation[],
  groups: (app: App) => readonly PaidGroup[],
) =>
  ['/.well-known/x402', '/.well-known/x402.json'].map((path) =>
    anyone.get({
      path,
      summary: 'List the operations sold per call over x402, with prices',
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
