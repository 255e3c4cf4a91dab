import { msg, Problem } from '../../../kernel/problem.ts';
import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { minutes } from '../../../kernel/time.ts';
import { addressKey } from '../../limits.ts';
import { beyondScopes } from '../agent-scopes.ts';
import type { ActingAgent } from '../caller.ts';
import type { Family, Identify } from '../family.ts';
import { allows, scopeOf } from '../scopes.ts';
import { t } from '../../../web/translation/translate.ts';

const Refusal = Type.Object({ error: Type.Literal(1), message: Type.String() });

/**
 * Hop's API: `{ error: 0, … }`, lists `{ error: "0", data: { …, [key]: [] } }`, errors `{ error: 1, message
 * }`.
 */
export const linksFamily = (identify: Identify, acted?: Family['acted']): Family => ({
  name: 'links',
  identify,
  acted,
  serve: (app, body) => {
    const listing = body as { error?: unknown };
    if (listing.error === '0' && app.config.HOP_LIST_ERROR === 'integer') return { ...listing, error: 0 };
    return { error: 0, ...(body as object) };
  },
  refuse: (_app, problem) => ({ error: 1, message: naming(problem) }),
  challenge: 'Bearer realm="Hop API"',
  refusal: Refusal,
  security: (access, endpoint) => (access === 'anyone' ? [] : [{ BearerKey: [scopeOf(endpoint)] }]),
  refuseCaller: ({ scopes, agent }, endpoint) => {
    const scope = scopeOf(endpoint);
    if (agent && endpoint.access !== 'anyone') return refuseAgent(agent, scope);
    if (endpoint.access === 'anyone' || allows(scopes, scope)) return undefined;
    return new Problem('forbidden', msg('This key lacks the scope {scope}', { scope }));
  },
  // Operations that create: retrying one after a lost response would create two.
  isRepeatable: ({ method, path, access }) =>
    method === 'POST' && access !== 'anyone' && path.endsWith('/add'),
  limit: (app, { viewer, calls }, address) => ({
    // Counted by account, so several keys share one limit.
    rule: {
      name: 'links:account',
      calls: calls ?? app.config.HOP_RATE_LIMIT,
      within: minutes(1),
      settlesLater: true,
    },
    key: viewer?.id ?? `address:${addressKey(address)}`,
  }),
});

/** Areas that only the account's owner, or an operator, manages. Agents can read the account with the scope `profile`. */
const personal = ['account', 'team', 'workspace', 'webhooks', 'users'];

function refuseAgent(agent: ActingAgent, scope: string): Problem | undefined {
  const [area = '', way] = scope.split(':');
  if (!personal.includes(area)) return beyondScopes(agent, way === 'read' ? 'links:read' : 'links:write');
  return scope === 'account:read'
    ? beyondScopes(agent, 'profile')
    : new Problem('forbidden', msg('Only the account owner can do this, not an agent'));
}

/** Prefixes the message with the field's name unless it already contains it, because clients are programs. */
function naming({ text, field }: Problem): string {
  const message = t(text);
  const isNamed = !field || message.toLowerCase().includes(field.toLowerCase());
  return isNamed ? message : `${field}: ${message}`;
}

const ErrorFlag = Type.Union([Type.Integer(), Type.String()], {
  description: '0 on success, 1 on failure. A string, "0", in lists',
});

/** A response's own fields. The family adds `error: 0`. */
export function Answer<T extends Record<string, TSchema>>(fields: T) {
  const full = Type.Object({ error: ErrorFlag, ...fields });
  return Type.Unsafe<Static<ReturnType<typeof Type.Object<T>>> & { error?: 0 | 1 | '0' }>(full);
}

/** A page of records under the resource's key. */
export function Listing<K extends string, T extends TSchema>(key: K, item: T) {
  const data = Type.Object({
    result: Type.Integer({ description: 'Items on this page' }),
    perpage: Type.Integer(),
    currentpage: Type.Integer(),
    nextpage: Type.Integer({ description: '0 on the last page' }),
    maxpage: Type.Integer(),
    [key]: Type.Array(item),
  });
  return Type.Unsafe<ListingOf<K, Static<T>>>(Type.Object({ error: ErrorFlag, data }));
}

interface ListingOf<K extends string, T> {
  error: '0';
  data: Record<K, T[]> & {
    result: number;
    perpage: number;
    currentpage: number;
    nextpage: number;
    maxpage: number;
  };
}

/** Maximum page size. Some clients ask for all of their links at once and never for a second page. */
const maxPerPage = 1000;

/** Page (from 1) and page size. */
export const Paging = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Page number, from 1' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Records per page, 15 by default, at most 1,000' }),
  ),
};

export const perPageOf = (limit: number | undefined) => Math.min(limit ?? 15, maxPerPage);

/** Builds the list envelope with its five integers. `total` is the number of records on all pages. */
export function listing<K extends string, T>(
  key: K,
  items: T[],
  { page, perPage, total }: { page: number; perPage: number; total: number },
): ListingOf<K, T> {
  const maxpage = Math.max(1, Math.ceil(total / perPage));
  const data = {
    result: items.length,
    perpage: perPage,
    currentpage: page,
    nextpage: page < maxpage ? page + 1 : 0,
    maxpage,
    [key]: items,
  };
  return { error: '0', data: data as ListingOf<K, T>['data'] };
}
