import { Type } from 'typebox';
import { tokenHash } from '../../kernel/secrets.ts';
import { minutes, seconds } from '../../kernel/time.ts';
import { msg, Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Client } from '../../platform/http/caller.ts';
import { operations, RawAnswer } from '../../platform/http/endpoint.ts';
import { oauthFamily } from '../../platform/http/families/agents.ts';
import type { Family } from '../../platform/http/family.ts';
import { addressKey } from '../../platform/limits.ts';
import { WorkQueue } from '../../platform/work-queue.ts';
import { listEnabledProviders, type Provider } from '../providers/providers.ts';
import { removeGroup, saveGroup } from './groups.ts';
import { answerGroups, answerUsers, loadScim, scimError, scimPath, toScimError } from './protocol.ts';
import { addProvisionedUser, changeUser, removeUser } from './users.ts';

/** Organizations write all their people at once. */
const perAddress = { name: 'scim:address', calls: 3000, within: minutes(5), settlesLater: true };

/** SCIM 2.0: bodies and errors of RFC 7644. The token belongs to a sign-in provider. */
export const scimFamily: Family = {
  ...oauthFamily,
  uncached: true,
  refuse: (_app, problem) => scimError(problem).body,
  challenge: 'Bearer realm="scim"',
  limit: (_app, _caller, address) => ({ rule: perAddress, key: addressKey(address) }),
};

const Any = Type.Unsafe<unknown>(Type.Object({}, { additionalProperties: true }));
const anyone = operations('Provisioning', 'anyone');
const ById = Type.Object({ id: Type.String({ maxLength: 200, examples: ['7'] }) });
const shown = {
  attributes: Type.Optional(Type.String({ maxLength: 1000, description: 'Names separated by commas' })),
  excludedAttributes: Type.Optional(Type.String({ maxLength: 1000 })),
};
const One = Type.Object(shown);
const Many = Type.Object({
  ...shown,
  filter: Type.Optional(
    Type.String({ maxLength: 1000, description: '`userName eq "ada@example.org"`, joined by `and`' }),
  ),
  startIndex: Type.Optional(Type.String({ maxLength: 10, description: 'From 1' })),
  count: Type.Optional(Type.String({ maxLength: 10, description: 'At most 200. Without it 100' })),
});

const type = 'application/scim+json; charset=utf-8';

/** Writes of an organization wait here for each other: in the database, each would hold a connection meanwhile. */
const writes = new WorkQueue({
  concurrency: 3,
  concurrencyPerOwner: 1,
  maxWaiting: 500,
  maxWaitingPerOwner: 200,
  timeout: seconds(20),
  message: msg('Too many requests. Try again shortly.'),
  retryAfter: 5,
});

interface Asked {
  app: App;
  client: Client;
}

/** The enabled provider whose organization sends this token. */
async function findProvider(app: App, token: string): Promise<Provider | undefined> {
  if (token === '') return undefined;
  const row = await app.db
    .selectFrom('identity.provider')
    .select('id')
    .where('scim_token_hash', '=', tokenHash(token))
    .executeTakeFirst();
  return row && (await listEnabledProviders(app)).find(({ id }) => id === row.id);
}

/** Runs a request of an organization, which decides over its people as operators do. Every error is SCIM's. */
async function serve(
  { app, client }: Asked,
  work: (app: App, provider: Provider) => Promise<{ status: number; body: object | undefined }>,
): Promise<never> {
  try {
    const [, token = ''] = /^Bearer +([\w-]{20,100})$/i.exec(client.authorization) ?? [];
    const provider = await findProvider(app, token);
    if (!provider) throw new Problem('unauthenticated', msg('The token is missing or wrong'));
    const { status, body } = await work({ ...app, admit: undefined }, provider);
    return new RawAnswer(status, type, body === undefined ? '' : JSON.stringify(body)) as never;
  } catch (error) {
    // The challenge and the limits of the family are for these.
    if (error instanceof Problem && ['unauthenticated', 'throttled', 'unavailable'].includes(error.kind))
      throw error;
    const { status, body } = toScimError(error);
    return new RawAnswer(status, type, JSON.stringify(body)) as never;
  }
}

const kinds = [
  {
    path: `${scimPath}/Users`,
    answer: answerUsers,
    verbs: { add: addProvisionedUser, change: changeUser, remove: removeUser },
    one: 'a user',
    many: 'users',
    description: 'SCIM 2.0. An inactive user loses all sessions, keys and agents at once.',
    example: {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'ada@example.org',
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      emails: [{ value: 'ada@example.org', primary: true }],
      active: true,
    },
    patch: { op: 'replace', path: 'active', value: false },
  },
  {
    path: `${scimPath}/Groups`,
    answer: answerGroups,
    verbs: { add: saveGroup, change: saveGroup, remove: removeGroup },
    one: 'a group',
    many: 'groups',
    description: 'SCIM 2.0. Groups give the roles that the sign-in provider lists for them.',
    example: {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      displayName: 'Moderators',
      members: [{ value: '7' }],
    },
    patch: { op: 'add', path: 'members', value: [{ value: '8' }] },
  },
] as const;

/** Operations on people and groups of an organization, mounted with bodies as text. */
export const scimRoutes = [
  ...kinds.flatMap(({ path, answer, verbs, one, many, description, example, patch }) => {
    const run = (asked: Asked & { params?: unknown; query?: unknown; body?: unknown }, method: string) =>
      serve(asked, (app, provider) => {
        const work = () =>
          answer(app, provider, {
            method,
            id: (asked.params as { id?: string } | undefined)?.id,
            query: (asked.query ?? {}) as Record<string, string | undefined>,
            text: typeof asked.body === 'string' ? asked.body : '',
          });
        return method === 'GET' ? work() : writes.run(provider.id, work);
      });
    const common = { description, returns: Any };
    return [
      anyone.get({
        ...common,
        path,
        summary: `List ${many} of an organization`,
        query: Many,
        handle: (asked) => run(asked, 'GET'),
      }),
      anyone.post({
        ...common,
        path,
        verb: verbs.add,
        summary: `Create ${one} of an organization`,
        body: Any as never,
        example: example as never,
        handle: (asked) => run(asked, 'POST'),
      }),
      anyone.get({
        ...common,
        path: `${path}/:id`,
        summary: `Retrieve ${one} of an organization`,
        params: ById,
        query: One,
        handle: (asked) => run(asked, 'GET'),
      }),
      anyone.put({
        ...common,
        path: `${path}/:id`,
        verb: verbs.change,
        summary: `Replace ${one} of an organization`,
        params: ById,
        body: Any as never,
        example: example as never,
        handle: (asked) => run(asked, 'PUT'),
      }),
      anyone.patch({
        ...common,
        path: `${path}/:id`,
        verb: verbs.change,
        summary: `Change ${one} of an organization`,
        params: ById,
        body: Any as never,
        example: {
          schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
          Operations: [patch],
        } as never,
        handle: (asked) => run(asked, 'PATCH'),
      }),
      anyone.delete({
        ...common,
        path: `${path}/:id`,
        verb: verbs.remove,
        summary: `Remove ${one} of an organization`,
        params: ById,
        handle: (asked) => run(asked, 'DELETE'),
      }),
    ];
  }),
  ...(['Schemas', 'ResourceTypes', 'ServiceProviderConfig'] as const).map((name) =>
    anyone.get({
      path: `${scimPath}/${name}`,
      summary: `SCIM ${name}`,
      description: 'What the provisioning of this site supports (RFC 7643).',
      returns: Any,
      handle: (asked) =>
        serve(asked, async () => {
          const { Resources } = await loadScim(asked.app.config.plazaUrl);
          const resource = {
            Schemas: Resources.Schema,
            ResourceTypes: Resources.ResourceType,
            ServiceProviderConfig: Resources.ServiceProviderConfig,
          }[name];
          return { status: 200, body: (await new resource().read()) as object };
        }),
    }),
  ),
];
