import { type Static, Type } from 'typebox';
import { Problem } from '../../kernel/problem.ts';
import { msg } from '../../kernel/message.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { endpoint, type Endpoint } from '../../platform/http/endpoint.ts';
import { Answer } from '../../platform/http/families/links.ts';
import { toProblem } from '../../platform/http/input/field-errors.ts';
import { shapeCheck } from '../../platform/http/input/validation.ts';
import { t } from '../../web/translation/translate.ts';

/** Returns the mounted operation with this method and path. */
export function findOperation(operations: readonly Endpoint[], method: string, path: string): Endpoint {
  const found = operations.find((operation) => operation.method === method && operation.path === path);
  if (!found) throw new Error(`Unknown operation ${method} ${path}`);
  return found;
}

const max = 100;

// Each link is validated separately, so that one malformed link does not reject the rest.
const Body = Type.Object({
  links: Type.Array(Type.Unknown(), {
    minItems: 1,
    maxItems: max,
    description: `At most ${max} links, each like the body of /api/url/add`,
  }),
  atomic: Type.Optional(Type.Boolean({ description: 'All or none: the first error rolls back all links' })),
});

const Result = Type.Object({
  error: Type.Integer({ description: '0: created; 1: rejected' }),
  id: Type.Optional(Type.Integer()),
  shorturl: Type.Optional(Type.String()),
  short: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
  field: Type.Optional(Type.String({ description: 'The invalid field' })),
});
type Result = Static<typeof Result>;

/** Creates those of many links that few statements can create. Returns their results, or problems, by place. */
type AddTogether = (
  app: App,
  viewer: Viewer,
  bodies: readonly never[],
) => Promise<ReadonlyMap<number, Omit<Result, 'error'> | Problem>>;

/** Batch creation of links. Runs `POST /api/url/add` for each link and returns each result. */
export function batchRoutes(operations: readonly Endpoint[], addTogether: AddTogether): Endpoint[] {
  const add = findOperation(operations, 'POST', '/api/url/add');
  const check = shapeCheck(add.body ?? {});
  return [
    endpoint({
      method: 'POST',
      path: '/api/urls/add',
      summary: 'Shorten multiple URLs',
      description:
        'Extension. The results are in the order of the links, each with `error` 0 or 1. With `atomic`, one ' +
        'rejected link rejects the whole call, and the message names that link.',
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
        const links: unknown[] = [];
        for (const body of call.body.links) links.push(await prepareOne({ ...call, body }));
        return { ...call.body, links };
      },
      returns: Answer({ added: Type.Integer(), refused: Type.Integer(), results: Type.Array(Result) }),
      handle: async (call) => {
        const { links, atomic = false } = call.body;
        const results = await inTransaction(call.app, async (app) => {
          const bodies = links.map((body) => (body instanceof Problem ? undefined : body));
          const together = await addTogether(app, call.viewer, bodies as never[]);
          const done: Result[] = [];
          for (const [index, body] of links.entries()) {
            const added = together.get(index);
            if (added) {
              done.push(
                added instanceof Problem
                  ? toRefusal(added, atomic ? index : undefined)
                  : { error: 0, ...added },
              );
              continue;
            }
            const one = () => inTransaction(app, async (app) => addOne({ ...call, app, body: body }));
            done.push(await one().catch((error: unknown) => toRefusal(error, atomic ? index : undefined)));
          }
          return done;
        });
        const added = results.filter(({ error }) => error === 0).length;
        return { added, refused: results.length - added, results };
      },
    }),
  ];

  /** Returns the prepared body, or the `Problem` to report for this link. */
  async function prepareOne(call: OperationCall): Promise<unknown> {
    try {
      add.tidy?.(call.body);
      check(call.body);
      return (await add.prepare?.(call)) ?? call.body;
    } catch (error) {
      const problem = toProblem(error);
      if (problem.status >= 500) throw problem;
      return problem;
    }
  }

  async function addOne(call: OperationCall): Promise<Result> {
    const given: unknown = call.body;
    if (given instanceof Problem) throw given;
    return { error: 0, ...((await add.handle(call)) as { id: number; shorturl: string; short: string }) };
  }
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
    msg('No links were created. Link {value}: {message}', { value: place + 1, message: text }),
    {
      field: `links.${place}${field ? `.${field}` : ''}`,
    },
  );
}
