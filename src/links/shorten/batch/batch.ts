import { type Static, Type } from 'typebox';
import { invalid, Problem, msg } from '../../../kernel/problem.ts';
import { toLine } from '../../../kernel/text.ts';
import { type App, inTransaction, type Viewer } from '../../../platform/app.ts';
import { endpoint, type Endpoint } from '../../../platform/http/endpoint.ts';
import { Answer } from '../../../platform/http/families/links.ts';
import { toProblem } from '../../../platform/http/input/field-errors.ts';
import { shapeCheck } from '../../../platform/http/input/validation.ts';
import { t } from '../../../web/translation/translate.ts';
import { findLinks } from '../../link/link.ts';

/** Returns the mounted operation with this method and path. */
export function findOperation(operations: readonly Endpoint[], method: string, path: string): Endpoint {
  const found = operations.find((operation) => operation.method === method && operation.path === path);
  if (!found) throw new Error(`Unknown operation ${method} ${path}`);
  return found;
}

/** Upserts take 2 ms of processor time each, as updates do, so that a call stays within about 100 ms. */
const max = { links: 100, upserts: 25 };

/** Of every operation on many links. */
export const atomic = Type.Optional(
  Type.Boolean({ description: 'All or none: the first error rolls back all links' }),
);

// Each link is validated separately, so that one malformed link does not reject the rest.
const Body = Type.Object({
  links: Type.Array(Type.Unknown(), {
    minItems: 1,
    maxItems: max.links,
    description: `At most ${max.links} links, with \`upsert\` ${max.upserts}, each like the body of /api/url/add`,
  }),
  atomic,
  upsert: Type.Optional(
    Type.Boolean({ description: 'Links whose `external_id` one of your links has are updated instead' }),
  ),
});

export const Result = Type.Object({
  error: Type.Integer({ description: '0: done; 1: rejected' }),
  id: Type.Optional(Type.Integer()),
  shorturl: Type.Optional(Type.String()),
  short: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
  field: Type.Optional(Type.String({ description: 'The invalid field' })),
});
export type Result = Static<typeof Result>;

/** Creates those of many links that few statements can create. Returns their results, or problems, by place. */
type AddTogether = (
  app: App,
  viewer: Viewer,
  bodies: readonly never[],
) => Promise<ReadonlyMap<number, Omit<Result, 'error'> | Problem>>;

/** Batch creation of links. Runs `POST /api/url/add` for each link and returns each result. */
export function batchRoutes(operations: readonly Endpoint[], addTogether: AddTogether): Endpoint[] {
  const add = findOperation(operations, 'POST', '/api/url/add');
  const upsert = findOperation(operations, 'PUT', '/api/url/upsert');
  const prepareOne = preparationOf(add);
  return [
    endpoint({
      method: 'POST',
      path: '/api/urls/add',
      summary: 'Shorten multiple URLs',
      description:
        'Extension. The results are in the order of the links, each with `error` 0 or 1. With `atomic`, one ' +
        'rejected link rejects the whole call, and the message names that link. With `upsert`, links with a known ' +
        '`external_id` are updated, as by /api/url/upsert.',
      tag: add.tag,
      access: 'member',
      body: Body,
      example: {
        links: [
          { url: 'https://en.wikipedia.org/wiki/Grasshopper', custom: 'hopper' },
          { url: 'https://en.wikipedia.org/wiki/Cricket_(insect)' },
        ],
      },
      prepare: async (call) => {
        if (call.body.upsert && call.body.links.length > max.upserts)
          throw invalid('links', msg('At most {value} links can be updated at once', { value: max.upserts }));
        const links: unknown[] = [];
        for (const body of call.body.links) links.push(await prepareOne({ ...call, body }));
        return { ...call.body, links };
      },
      returns: Answer({ added: Type.Integer(), refused: Type.Integer(), results: Type.Array(Result) }),
      handle: async (call) => {
        const { links, upsert: upserts = false, atomic = false } = call.body;
        const isPresent = upserts ? await findPresent(call.app, call.viewer, links) : () => false;
        const results = await inTransaction(call.app, async (app) => {
          const bodies = links.map((body, index) =>
            body instanceof Problem || isPresent(index) ? undefined : (body as never),
          );
          const together = await addTogether(app, call.viewer, bodies as never[]);
          return runEach(app, links, { atomic }, (app, body, index) => {
            const added = together.get(index);
            if (added instanceof Problem) throw added;
            if (added) return added;
            const one = isPresent(index) ? upsert : add;
            return inTransaction(app, async (app) => await one.handle({ ...call, app, body }));
          });
        });
        const added = results.filter(({ error }) => error === 0).length;
        return { added, refused: results.length - added, results };
      },
    }),
  ];
}

/** Returns which of the links, by place, the viewer has by their external ids. */
async function findPresent(
  app: App,
  viewer: Viewer,
  links: readonly unknown[],
): Promise<(index: number) => boolean> {
  const names = links.map((body) => {
    const { external_id: name } = body as { external_id?: unknown };
    return typeof name === 'string' ? toLine(name) : '';
  });
  const found = await findLinks(app, viewer, { ids: [], externalIds: names });
  const present = new Set(found.map(({ externalId }) => externalId));
  return (index) => present.has(names[index] ?? '');
}

/**
 * Runs work for each of many links, so that an error concerns one of them only. What changes something is in a savepoint.
 * Those that are a `Problem` are rejected with it.
 */
export async function runEach(
  app: App,
  links: readonly unknown[],
  { atomic }: { atomic: boolean },
  work: (app: App, body: unknown, index: number) => unknown,
): Promise<Result[]> {
  const done: Result[] = [];
  for (const [index, body] of links.entries()) {
    try {
      if (body instanceof Problem) throw body;
      done.push({ ...((await work(app, body, index)) as Omit<Result, 'error'>), error: 0 });
    } catch (error) {
      done.push(toRefusal(error, atomic ? index : undefined));
    }
  }
  return done;
}

/** Returns what prepares the body of one link, or returns the `Problem` to report for it. */
export function preparationOf({
  body,
  tidy,
  prepare,
}: { [Part in 'body' | 'tidy' | 'prepare']?: Endpoint[Part] | undefined }): (
  call: OperationCall,
) => Promise<unknown> {
  const check = shapeCheck(body ?? {});
  return async (call) => {
    try {
      tidy?.(call.body);
      check(call.body);
      return (await prepare?.(call)) ?? call.body;
    } catch (error) {
      const problem = toProblem(error);
      if (problem.status >= 500) throw problem;
      return problem;
    }
  };
}

type OperationCall = Parameters<Endpoint['handle']>[0];

/**
 * Converts a client error to the result of one link. With `place` given (atomic mode), throws it as the error
 * of the whole batch. Server errors are always rethrown.
 */
function toRefusal(error: unknown, place: number | undefined): Result {
  const problem = toProblem(error);
  const { status, text, field } = problem;
  if (status >= 500) throw problem;
  if (place === undefined) return { error: 1, message: t(text), ...(field !== undefined && { field }) };
  throw new Problem(
    problem.kind,
    msg('Nothing was changed. Link {value}: {message}', { value: place + 1, message: text }),
    {
      field: `links.${place}${field ? `.${field}` : ''}`,
    },
  );
}
