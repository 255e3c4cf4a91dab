import type Scim from 'scimmy';
import { sql } from 'kysely';
import type { Messages, Types } from 'scimmy';
import { parseJson } from '../../kernel/json.ts';
import { Problem } from '../../kernel/problem.ts';
import { type App, inTransaction } from '../../platform/app.ts';
import { cleanStrings, jsonProblem } from '../../platform/http/input/parsers.ts';
import { t } from '../../web/translation/translate.ts';
import type { Provider } from '../providers/providers.ts';
import {
  longestQuery,
  patchMembers,
  refuseAlternatives,
  refuseCostly,
  refuseWide,
  ScimProblem,
  tidyPatch,
} from './patch.ts';
import { type Given, groups, type ResourceKind, users } from './resources.ts';
import { createShow } from './shown.ts';

/** Where organizations reach SCIM 2.0. */
export const scimPath = '/scim/v2';

const maxResults = 200;

/** A request, for one kind of resource. */
export interface ScimRequest {
  method: string;
  id: string | undefined;
  query: Readonly<Record<string, string | undefined>>;
  text: string;
}

interface ScimAnswer {
  status: number;
  body: object | undefined;
}

type Library = typeof Scim;
let loaded: Promise<Library> | undefined;

/** The library, with the address of this site, loaded with the first request. */
export const loadScim = (base: string): Promise<Library> =>
  (loaded ??= import('scimmy').then(({ default: scim }) => {
    const at = base + scimPath;
    scim.Resources.declare(scim.Resources.User);
    scim.Resources.declare(scim.Resources.Group);
    for (const name of ['User', 'Group', 'Schema', 'ResourceType', 'ServiceProviderConfig'] as const)
      scim.Resources[name].basepath(at);
    scim.Config.set({
      documentationUri: `${base}/api-docs`,
      patch: true,
      filter: maxResults,
      authenticationSchemes: [
        {
          type: 'oauthbearertoken',
          name: 'Bearer token',
          description: 'The token of the sign-in provider, from the operator’s page',
        },
      ],
    });
    return scim;
  }));

/** Answers a request for people. */
export const answerUsers = (app: App, provider: Provider, request: ScimRequest) =>
  answer(app, provider, request, users);

/** Answers a request for groups. */
export const answerGroups = (app: App, provider: Provider, request: ScimRequest) =>
  answer(app, provider, request, groups);

async function answer<Row, Filter extends object>(
  app: App,
  provider: Provider,
  { method, id, query, text }: ScimRequest,
  kind: ResourceKind<Row, Filter>,
): Promise<ScimAnswer> {
  const scim = await loadScim(app.config.plazaUrl);
  const write = createShow(app.config.plazaUrl + scimPath, kind.name, query);
  const show = (record: Row) => write(kind.toResource(record));
  if (method === 'GET' && id === undefined)
    return { status: 200, body: await listed(scim, app, provider, query, kind, show) };
  if (method === 'GET') return { status: 200, body: show(await kind.get(app, provider, id ?? '')) };
  if (method === 'DELETE') {
    await kind.remove(app, provider, id ?? '');
    return { status: 204, body: undefined };
  }
  const body = parseBody(text);
  return inTransaction(app, async (app) => {
    // Writes of an organization come one after the other, in all processes: each starts with what the one before left.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`scim ${provider.id}`}, 0))`.execute(app.db);
    if (method !== 'PATCH') {
      const given = await byLibrary('invalidValue', () => parseResource(scim, kind.name, body));
      return { status: id === undefined ? 201 : 200, body: show(await kind.save(app, provider, id, given)) };
    }
    const present = await kind.get(app, provider, id ?? '');
    const changed = await patched(scim, kind, present, body);
    return { status: 200, body: show(changed ? await kind.save(app, provider, id, changed) : present) };
  });
}

/** A resource after the operations of a caller. Nothing if they change nothing. */
async function patched<Row, Filter extends object>(
  scim: Library,
  { name, toResource }: ResourceKind<Row, Filter>,
  present: Row,
  body: object,
): Promise<Given | undefined> {
  const resource = toResource(present);
  const patch = tidyPatch(body);
  const { members: before = [] } = resource;
  return byLibrary('invalidValue', async () => {
    const toPatch = (given: object) => new scim.Messages.PatchOp(given as Messages.PatchOp);
    const all = toPatch(patch);
    const ids = before.map(({ value }) => value);
    const { members, rest } =
      name === 'Group' ? patchMembers(all.Operations, ids) : { members: ids, rest: all.Operations };
    refuseCostly(rest);
    const schema = toSchema(scim, name, { ...resource, members: [] });
    const changed = rest.length > 0 ? await toPatch({ ...patch, Operations: rest }).apply(schema) : undefined;
    const isSame = members.length === ids.length && members.every((id, at) => ids[at] === id);
    return changed || !isSame
      ? { ...((changed ?? schema) as Given), members: members.map((value) => ({ value })) }
      : undefined;
  });
}

/** Runs what the library makes of a caller's text. Whatever it throws is the caller's fault. */
async function byLibrary<Result>(keyword: string, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem || (error as Partial<Types.SCIMError>).name === 'SCIMError') throw error;
    throw new ScimProblem(keyword, error instanceof TypeError ? error.message : 'The request cannot be read');
  }
}

const toSchema = (scim: Library, name: 'User' | 'Group', resource: object): Types.Schema =>
  new scim.Schemas[name](resource, 'out', scim.Resources[name].basepath() as string);

/**
 * Reads a whole resource. The library takes long for many members, so it reads the rest of a group.
 */
function parseResource(scim: Library, name: 'User' | 'Group', body: object): Given {
  if (name === 'User') {
    refuseCostly([{ value: body }]);
    return new scim.Schemas.User(body, 'in');
  }
  const { members, rest } = patchMembers([{ op: 'add', value: body }], []);
  const [operation] = rest as { value: object }[];
  const group = new scim.Schemas.Group(operation?.value ?? {}, 'in') as Given;
  return { ...group, members: members.map((value) => ({ value })) };
}

/** Pages are counted from one (RFC 7644, 3.4.2.4). */
async function listed<Row, Filter extends object>(
  scim: Library,
  app: App,
  provider: Provider,
  query: ScimRequest['query'],
  kind: ResourceKind<Row, Filter>,
  show: (record: Row) => object,
): Promise<object> {
  const startIndex = Math.max(1, wholeNumber(query.startIndex, 'startIndex') ?? 1);
  const limit = Math.min(maxResults, Math.max(0, wholeNumber(query.count, 'count') ?? 100));
  const filter = await parseFilter(scim, query.filter, kind.filters);
  const { found, total } = await kind.list(app, provider, {
    filter: filter as Filter,
    offset: startIndex - 1,
    limit,
  });
  return {
    schemas: [scim.Messages.ListResponse.id],
    totalResults: total,
    startIndex,
    itemsPerPage: found.length,
    Resources: found.map(show),
  };
}

function wholeNumber(text: string | undefined, field: string): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (!/^-?\d{1,9}$/.test(text)) throw new Problem('invalid', `${field} must be a whole number`, { field });
  return Number(text);
}

/** `userName eq "ada"`, and such comparisons joined by `and`. All are looked up by indexes. */
async function parseFilter(
  scim: Library,
  text: string | undefined,
  filters: Readonly<Record<string, string>>,
): Promise<object> {
  if (text === undefined || text.trim() === '') return {};
  if (text.length > longestQuery) throw new ScimProblem('invalidFilter', 'The filter is too long');
  refuseAlternatives(text, 'invalidFilter');
  const alternatives = await byLibrary(
    'invalidFilter',
    () => [...new scim.Types.Filter(text)] as Attributes[],
  );
  if (alternatives.length !== 1) throw new ScimProblem('invalidFilter', onlyEquals);
  return Object.fromEntries(comparisons(alternatives[0] ?? {}, '', filters));
}

function comparisons(
  expression: Attributes,
  prefix: string,
  filters: Readonly<Record<string, string>>,
): [string, string][] {
  return Object.entries(expression).flatMap(([name, value]): [string, string][] => {
    const attribute = prefix + name.toLowerCase();
    if (!Array.isArray(value)) return comparisons(value as Attributes, `${attribute}.`, filters);
    const field = Object.hasOwn(filters, attribute) ? filters[attribute] : undefined;
    const [operator, compared] = value as unknown[];
    const isPlain = operator === 'eq' && ['string', 'number'].includes(typeof compared);
    if (field === undefined || !isPlain) throw new ScimProblem('invalidFilter', onlyEquals);
    return [[field, String(compared)]];
  });
}

type Attributes = Readonly<Record<string, unknown>>;

const onlyEquals =
  'Filters compare userName, externalId, id, emails.value or displayName by eq, joined by and';

function parseBody(text: string): object {
  const excess = jsonProblem(text);
  if (excess) throw excess;
  try {
    const parsed = cleanStrings(parseJson(text));
    refuseWide(parsed);
    if (text.includes('\\u0000')) throw new ScimProblem('invalidSyntax', 'The body contains a NUL character');
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
  } catch (error) {
    if (error instanceof Problem) throw error;
  }
  throw new ScimProblem('invalidSyntax', 'The body must be a JSON object');
}

/** Converts an error to the status and body of RFC 7644, 3.12. Rethrows what is no fault of the caller. */
export function toScimError(error: unknown): ScimAnswer {
  if (error instanceof Problem) return scimError(error);
  const { name, status, scimType, message } = error as Partial<Types.SCIMError>;
  if (name === 'SCIMError' && status !== undefined && status < 500)
    return errorAnswer(status, scimType, message ?? '');
  throw error;
}

export const scimError = (problem: Problem): ScimAnswer => {
  const keyword =
    problem instanceof ScimProblem
      ? problem.scimType
      : problem.kind === 'conflict'
        ? 'uniqueness'
        : problem.kind === 'invalid'
          ? 'invalidValue'
          : undefined;
  return errorAnswer(problem.status, keyword, t(problem.text));
};

const errorAnswer = (status: number, scimType: string | undefined, detail: string): ScimAnswer => ({
  status,
  body: {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType && { scimType }),
    detail,
  },
});
