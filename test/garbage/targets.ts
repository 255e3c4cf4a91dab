import type { RouteOptions } from 'fastify';
import type { Services } from '../services.ts';
import type { Target } from './requests.ts';
import type { Schema } from './values.ts';

/** Returns every endpoint and page of both services. */
export const targetsOf = ({ routes: { plaza, hop } }: Services): Target[] => [
  ...plaza.flatMap((route) => toTargets('plaza', route)),
  ...hop.flatMap((route) => toTargets('hop', route)),
];

function toTargets(service: Target['service'], { method, url, schema = {}, config }: RouteOptions): Target[] {
  const { endpoint, family, pages } = config ?? {};
  if ((!endpoint && !pages) || typeof method !== 'string') return [];
  // A stream ends when its client does.
  if (url.endsWith('/stream')) return [];
  const shapes = {
    params: schema.params as Schema | undefined,
    query: schema.querystring as Schema | undefined,
    body: schema.body as Schema | undefined,
    example: endpoint?.example,
  };
  const kind = pages ? 'page' : family?.name === 'social' || family?.name === 'links' ? family.name : 'bare';
  return [{ service, kind, method, path: url, ...shapes }];
}
