import { type Static, type TSchema, Type } from 'typebox';
import { invalid, Problem, msg } from '../../../kernel/problem.ts';
import { minutes } from '../../../kernel/time.ts';
import type { App } from '../../app.ts';
import { addressKey } from '../../limits.ts';
import { type AgentScope, beyondScopes } from '../agent-scopes.ts';
import type { Family, Identify } from '../family.ts';
import { t } from '../../../web/translation/translate.ts';

/** Operations that agents cannot use: credentials, the account itself, its devices, and spending. */
const personal =
  /^\/apis\/php\/(auth\/|user\/delete|user\/onesignal|monetization\/(?:subscri|unlock|tip|refund))/;

/** What agents can neither change nor read: where a person's events go outlasts what the agent may do. */
const closed = /^\/apis\/php\/webhooks(?:\/|$)/;

/** The scopes that allow an operation without a verb, any of which suffices. */
function scopesOf(path: string, method: string): AgentScope[] {
  if (path.startsWith('/apis/php/chat/')) return ['messages'];
  if (path.startsWith('/apis/php/data/upload')) return ['write', 'messages'];
  return [method === 'GET' ? 'read' : 'write'];
}

const Refusal = Type.Object({
  status: Type.Literal('error'),
  message: Type.String(),
  timestamp: Type.String({ format: 'date-time' }),
});

const signedIn = ({ config }: App) => ({
  name: 'social:account',
  calls: config.PLAZA_RATE_LIMIT,
  within: minutes(5),
  settlesLater: true,
});
const stranger = ({ config }: App) => ({
  name: 'social:address',
  calls: config.PLAZA_ANONYMOUS_LIMIT,
  within: minutes(5),
  settlesLater: true,
});

const publicApps = ({ config }: App) => ({
  name: 'social:public',
  calls: config.PLAZA_PUBLIC_APP_LIMIT,
  within: minutes(5),
  settlesLater: true,
});

/**
 * `/apis/php`: `{ status, message, data, has_more, timestamp }`. A handler returns `{ data?, message?,
 * has_more? }`. Errors have exactly three fields; the message says what is wrong and where.
 */
export const socialFamily = (identify: Identify, acted?: Family['acted']): Family => ({
  name: 'social',
  identify,
  acted,
  serve: (app, body) => ({
    status: 'success',
    message: '',
    data: {},
    has_more: false,
    ...(body as object),
    timestamp: app.clock.now().toISOString(),
  }),
  refuse: (app, problem) => ({
    status: 'error',
    message: t(problem.text),
    timestamp: app.clock.now().toISOString(),
  }),
  challenge: 'Bearer realm="Plaza API"',
  refusal: Refusal,
  security: (access) => {
    if (access === 'anyone') return [];
    const app = [{ ApiKey: [], ApiSignature: [], ApiTimestamp: [] }];
    return access === 'app'
      ? [...app, { ApiKey: [], AppId: [] }, { ApiKey: [], Origin: [] }, { SessionCookie: [] }]
      : [{ AuthToken: [] }, { SessionCookie: [] }, { AgentToken: [] }];
  },
  refuseCaller: ({ agent }, { path, method, verb, access }) => {
    if (agent && (closed.test(path) || (method !== 'GET' && personal.test(path))))
      return new Problem('forbidden', msg('Only the account owner can do this, not an agent'));
    // Verbs have their own scope.
    if (!agent || access === 'anyone' || verb) return undefined;
    return beyondScopes(agent, ...scopesOf(path, method));
  },
  // Operations that publish or change content, without sign-in and sign-out, and without files, whose names
  // are already unique.
  isRepeatable: ({ method, path, access }) =>
    method === 'POST' &&
    access === 'member' &&
    !/^\/apis\/php\/(auth\/|user\/delete|data\/upload)/.test(path),
  limit: (app, { viewer, client }, address) => {
    if (viewer) return { rule: signedIn(app), key: viewer.id };
    // All public apps share one limit, because their keys are public and more keys must not allow more calls.
    if (client?.isPublic) return { rule: publicApps(app), key: addressKey(address) };
    return { rule: stranger(app), key: client ? `${addressKey(address)}:${client.id}` : addressKey(address) };
  },
});

/** A time of a person or of chat, in the format of this API family. Other records have ISO 8601. */
export const SqlTime = (description: string) =>
  Type.String({ description: `YYYY-MM-DD HH:MM:SS, UTC. ${description}`, examples: ['2026-11-22 09:30:00'] });

/** The success envelope with additional fields. */
export const envelope = (fields: Record<string, TSchema>, title?: string) =>
  Type.Object(
    {
      status: Type.Literal('success'),
      message: Type.String(),
      ...fields,
      has_more: Type.Boolean(),
      timestamp: Type.String({ format: 'date-time' }),
    },
    title === undefined ? {} : { title },
  );

/** The success envelope around `data`, with the name of the whole response in `/openapi.json`, if it has one. */
export function Envelope<T extends TSchema>(data: T, title?: string) {
  return Type.Unsafe<{ data: Static<T>; message?: string; has_more?: boolean }>(envelope({ data }, title));
}

/** The success envelope around a list, with `has_more`. */
export function ListEnvelope<T extends TSchema>(item: T) {
  return Type.Unsafe<{ data: Static<T>[]; message?: string; has_more: boolean }>(
    envelope({ data: Type.Array(item) }),
  );
}

/** The success envelope of an operation without data. */
export const Done = Type.Unsafe<{ data?: Record<string, never>; message?: string }>(
  envelope({ data: Type.Object({}) }),
);

/**
 * Paging of the additional lists: `after` takes the `next_cursor` of the previous page. Cursors are opaque to
 * clients.
 */
export const After = {
  after: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_.-]{1,60}$',
      description: 'The next_cursor of the previous page. Omit it for the first page',
    }),
  ),
};

export interface NextPage {
  has_more: boolean;
  next_cursor: string | null;
}

const next = {
  next_cursor: Type.Union([Type.String(), Type.Null()], {
    description: 'Send it as `after` to get the next page. Null on the last page',
  }),
};

/** The success envelope around a page of a list. */
export function PageEnvelope<T extends TSchema>(data: T) {
  return Type.Unsafe<{ data: Static<T>; message?: string } & NextPage>(envelope({ data, ...next }));
}

/** Parses a cursor to a page number, from 0. Throws a `Problem` if it is invalid or exceeds `max`. */
export function pageAfter(after: string | undefined, max = 10_000): number {
  if (after === undefined) return 0;
  const [, digits] = /^page:([1-9]\d{0,7})$/.exec(Buffer.from(after, 'base64url').toString()) ?? [];
  const page = Number(digits);
  if (!(page <= max)) throw notACursor();
  return page;
}

export const notACursor = () => invalid('after', msg('after must be the next_cursor of an earlier page'));

/** The next cursor of a list with page numbers. */
export const nextPage = (page: number, hasMore: boolean): NextPage => ({
  has_more: hasMore,
  next_cursor: hasMore ? Buffer.from(`page:${page + 1}`).toString('base64url') : null,
});

/** The next cursor of a list with keyset pagination. */
export const nextPlace = (place: string | undefined): NextPage => ({
  has_more: place !== undefined,
  next_cursor: place ?? null,
});
