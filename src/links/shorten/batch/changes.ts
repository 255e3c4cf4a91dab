import { Type } from 'typebox';
import { missing, Problem, msg } from '../../../kernel/problem.ts';
import { toLine } from '../../../kernel/text.ts';
import { type App, inTransaction, type Viewer } from '../../../platform/app.ts';
import { endpoint, type Endpoint } from '../../../platform/http/endpoint.ts';
import { Answer } from '../../../platform/http/families/links.ts';
import { findLinks, type Link } from '../../link/link.ts';
import { looseId, NumberOrDigits } from '../../loose-values.ts';
import { atomic, findOperation, preparationOf, Result, runEach } from './batch.ts';
import { toWritten } from '../api.ts';
import { deleteLinks } from '../bulk.ts';
import { updateLink } from '../change-links.ts';
import { LinkChange, toLinkInput } from '../wire.ts';

/** So that a call takes about 100 ms of processor time: 2 to 5 ms for an update, 0.2 ms for a deletion. */
const max = { updates: 25, deletions: 500 };

const names = {
  id: Type.Optional(NumberOrDigits),
  external_id: Type.Optional(Type.String({ maxLength: 255, description: 'Instead of the id' })),
};

const Changes = Type.Object({
  // Each link is validated separately, so that one malformed link does not reject the rest.
  links: Type.Array(Type.Unknown(), {
    minItems: 1,
    maxItems: max.updates,
    description:
      `At most ${max.updates} links, each with its \`id\` or \`external_id\` and fields like the body of /api/url/:id/update. ` +
      'Omitted fields do not change, `url` included',
  }),
  atomic,
});

const Deletions = Type.Object({
  links: Type.Array(Type.Object(names), {
    minItems: 1,
    maxItems: max.deletions,
    description: `At most ${max.deletions} links, each with its \`id\` or \`external_id\``,
  }),
  atomic,
});

/** Updates and deletions of many links, with the result of each. */
export function batchChangeRoutes(operations: readonly Endpoint[]): Endpoint[] {
  const add = findOperation(operations, 'POST', '/api/url/add');
  const update = findOperation(operations, 'PUT', '/api/url/:id/update');
  const prepareOne = preparationOf({ tidy: update.tidy, body: LinkChange, prepare: add.prepare });
  return [
    endpoint({
      method: 'PUT',
      path: '/api/urls/update',
      verb: updateLink,
      summary: 'Update multiple links',
      description:
        'Extension. The results are in the order of the links, each with `error` 0 or 1. With `atomic`, one ' +
        'rejected link rejects the whole call, and the message names that link.',
      tag: update.tag,
      access: 'member',
      body: Changes,
      example: {
        links: [
          { id: 7, metatitle: 'Grasshoppers', tags: ['insects'] },
          { external_id: 'product-1842', url: 'https://en.wikipedia.org/wiki/Cricket_(insect)' },
        ],
      },
      prepare: async (call) => {
        const named = await findNamed(call.app, call.viewer, call.body.links);
        const links: unknown[] = [];
        for (const [index, given] of call.body.links.entries()) {
          const link = named[index];
          if (!link || !isObject(given)) {
            links.push(missing(msg('Link')));
            continue;
          }
          const change = { ...given };
          delete change.id;
          const body = await prepareOne({ ...call, body: change });
          links.push(body instanceof Problem ? body : { id: link.id, body });
        }
        return { ...call.body, links };
      },
      returns: Answer({ updated: Type.Integer(), refused: Type.Integer(), results: Type.Array(Result) }),
      handle: async (call) => {
        const { links, atomic = false } = call.body;
        const results = await inTransaction(call.app, (app) =>
          runEach(app, links, { atomic }, (app, link) => {
            const { id, body } = link as { id: string; body: LinkChange };
            return inTransaction(app, (app) => changeLink(app, call.viewer, id, body));
          }),
        );
        const updated = results.filter(({ error }) => error === 0).length;
        return { updated, refused: results.length - updated, results };
      },
    }),
    endpoint({
      method: 'POST',
      path: '/api/urls/delete',
      verb: deleteLinks,
      summary: 'Delete multiple links',
      description:
        'Extension. The results are in the order of the links, each with `error` 0 or 1. With `atomic`, one ' +
        'rejected link rejects the whole call.',
      tag: update.tag,
      access: 'member',
      body: Deletions,
      example: { links: [{ id: 7 }, { external_id: 'product-1842' }] },
      returns: Answer({ deleted: Type.Integer(), refused: Type.Integer(), results: Type.Array(Result) }),
      handle: async ({ app: outer, viewer, body: { links, atomic = false } }) => {
        const results = await inTransaction(outer, async (app) => {
          const named = await findNamed(app, viewer, links);
          const ids = [...new Set(named.flatMap((link) => (link ? [link.id] : [])))];
          const stay = await deleteLinks(app, viewer, ids);
          const rejected = named.map((link) => (link ? stay.get(link.id) : missing(msg('Link'))));
          const outcomes = named.map((link, index) => rejected[index] ?? { id: Number(link?.id) });
          return runEach(app, outcomes, { atomic }, (_app, outcome) => outcome);
        });
        const deleted = results.filter(({ error }) => error === 0).length;
        return { deleted, refused: results.length - deleted, results };
      },
    }),
  ];
}

async function changeLink(app: App, viewer: Viewer, id: string, body: LinkChange) {
  const change = { ...toLinkInput({ url: '', ...body }), url: body.url };
  return toWritten(app, await updateLink(app, viewer, id, change));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the viewer's link for each given name, by its id or else its external id, in order. */
async function findNamed(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  given: readonly unknown[],
): Promise<(Link | undefined)[]> {
  const named = given.map((each) => (isObject(each) ? nameOf(each) : {}));
  const found = await findLinks(app, viewer, {
    ids: named.flatMap(({ id }) => id ?? []),
    externalIds: named.flatMap(({ externalId }) => externalId ?? []),
  });
  const byId = new Map(found.map((link) => [link.id, link]));
  const byExternalId = new Map(found.map((link) => [link.externalId, link]));
  return named.map(({ id, externalId }) =>
    id === undefined ? byExternalId.get(externalId ?? '') : byId.get(id),
  );
}

function nameOf({ id, external_id }: Record<string, unknown>): { id?: string; externalId?: string } {
  const text = typeof id === 'string' || typeof id === 'number' ? looseId(id) : undefined;
  if (text !== undefined) return /^[1-9]\d{0,17}$/.test(text) ? { id: text } : {};
  const externalId = typeof external_id === 'string' ? toLine(external_id) : '';
  return externalId === '' ? {} : { externalId };
}
