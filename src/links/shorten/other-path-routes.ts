import { type TSchema, Type } from 'typebox';
import { type EndpointCall, endpoint, type Endpoint } from '../../platform/http/endpoint.ts';
import type { Access } from '../../platform/app.ts';
import { NumberOrDigits } from '../loose-values.ts';
import { IdParams } from '../owned/api.ts';
import { findOperation } from './batch/batch.ts';

interface OtherPath {
  method: Endpoint['method'];
  path: string;
  /** The operation that the alias maps to. */
  of: readonly [method: string, path: string];
  params?: TSchema;
  body?: TSchema;
  example?: object;
  /** Marks a POST that only reads. */
  scope?: 'read';
  /** Maps the alias's input to the operation's input if they differ. */
  input?: (given: { params: never; body: never }) => { params?: object; query?: object; body?: object };
}

const number = Type.Optional(Type.Unsafe<string>({ type: ['integer', 'string'] }));

/** Paths used by existing clients and by an older version of this API. */
const otherPaths: readonly OtherPath[] = [
  { method: 'GET', path: '/api/link/:id', of: ['GET', '/api/url/:id'] },
  { method: 'PUT', path: '/api/link/:id', of: ['PUT', '/api/url/:id/update'] },
  { method: 'DELETE', path: '/api/link/:id', of: ['DELETE', '/api/url/:id/delete'] },
  { method: 'PUT', path: '/api/link/:id/update', of: ['PUT', '/api/url/:id/update'] },
  { method: 'DELETE', path: '/api/link/:id/delete', of: ['DELETE', '/api/url/:id/delete'] },
  {
    method: 'POST',
    path: '/api/campaign/:id/assign',
    of: ['POST', '/api/campaign/:campaignid/assign/:linkid'],
    params: IdParams,
    body: Type.Object({ link_id: NumberOrDigits }),
    example: { link_id: 12 },
    input: ({ params, body }: { params: { id: number }; body: { link_id: string } }) => ({
      params: { campaignid: params.id, linkid: body.link_id },
    }),
  },
  {
    method: 'POST',
    path: '/api/channel/:id/assign',
    of: ['POST', '/api/channel/:channelid/assign/:type/:itemid'],
    params: IdParams,
    body: Type.Object({ type: Type.Enum(['links', 'bio', 'qr']), item_id: NumberOrDigits }),
    example: { type: 'links', item_id: 12 },
    input: ({ params, body }: { params: { id: number }; body: { type: string; item_id: string } }) => ({
      params: { channelid: params.id, type: body.type, itemid: body.item_id },
    }),
  },
  {
    method: 'POST',
    path: '/api/url/stats',
    of: ['GET', '/api/url/:id'],
    body: Type.Object({ urlid: NumberOrDigits }),
    example: { urlid: 12 },
    scope: 'read',
    input: ({ body }: { body: { urlid: string } }) => ({ params: { id: body.urlid } }),
  },
  {
    method: 'POST',
    path: '/api/url/get',
    of: ['GET', '/api/urls'],
    body: Type.Object({ limit: number, page: number, order: Type.Optional(Type.String()) }),
    example: { limit: 2, page: 1, order: 'date' },
    scope: 'read',
    input: ({ body }: { body: object }) => ({ query: body }),
  },
];

/** Routes that expose operations under alternative paths, with identical behavior. */
export const otherPathRoutes = (operations: readonly Endpoint[]): Endpoint[] =>
  otherPaths.map(({ method, path, of, input, scope, ...shapes }) => {
    const { handle, ...original } = findOperation(operations, ...of);
    const { params, query, body, example, ...rest } = original;
    return endpoint({
      ...rest,
      ...(input
        ? shapes
        : { ...(params && { params }), ...(query && { query }), ...(body && { body, example }) }),
      ...(scope && { scope }),
      method,
      path,
      summary: `${original.summary} (alias)`,
      description: `An alias of \`${of.join(' ')}\`, for older clients.`,
      handle: (call: EndpointCall<Access, never, never, never>) =>
        handle({ ...call, ...input?.({ params: call.params, body: call.body }) }),
    } as Endpoint);
  });
