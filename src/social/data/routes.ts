import { Type } from 'typebox';
import { idOf } from '../../kernel/input.ts';
import { invalid } from '../../kernel/problem.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Done, ListEnvelope } from '../../platform/http/families/social.ts';
import { After, nextPage, pageAfter, PageEnvelope } from '../../platform/http/families/social-paging.ts';
import { counterNames, isCounterName, resetCounter } from '../notifications/counters.ts';
import { listBlocked } from '../relationships/blocks/list-blocked.ts';
import { toUserRecord, UserRecord } from '../people/profiles/user-record.ts';
import { listNames, load, LoadedRecord } from './load.ts';

const tag = 'User and data';
const offset = Type.Optional(
  Type.Integer({ minimum: 0, maximum: 10_000, description: 'Counts pages from 0' }),
);

export const dataRoutes = [
  endpoint({
    method: 'GET',
    path: '/apis/php/data/load',
    summary: 'A page of a list',
    description: `\`get\` is one of ${listNames.join(', ')}. Lists are newest first, 20 a page.`,
    tag,
    access: 'member',
    query: Type.Object({
      get: Type.String({ maxLength: 40, description: listNames.join(', ') }),
      offset,
      before: Type.Optional(idOf('Of newsfeed: what is older than this post; pages by it never shift')),
      id: Type.Optional(idOf('Whose list; your own unless told')),
      username: Type.Optional(Type.String({ maxLength: 64, description: 'Whose list, by user name' })),
    }),
    returns: ListEnvelope(LoadedRecord),
    handle: ({ app, viewer, query }) => load(app, viewer, query),
  }),
  endpoint({
    method: 'GET',
    path: '/apis/php/user/blocked',
    summary: 'Whom you have blocked',
    description: 'An addition to the documented interface. The newest first, 20 a page.',
    tag,
    access: 'member',
    query: Type.Object(After),
    returns: PageEnvelope(Type.Array(UserRecord)),
    handle: async ({ app, viewer, query }) => {
      const page = pageAfter(query.after);
      const { people, hasMore } = await listBlocked(app, viewer, page);
      return { data: people.map((person) => toUserRecord(app, person)), ...nextPage(page, hasMore) };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/apis/php/data/reset',
    summary: 'Set a counter to nothing',
    description: `\`reset\` is one of ${counterNames.join(', ')}. What comes afterwards counts again.`,
    tag,
    access: 'member',
    body: Type.Object({ reset: Type.String({ maxLength: 40, description: counterNames.join(', ') }) }),
    returns: Done,
    example: { reset: 'notifications' },
    handle: async ({ app, viewer, body }) => {
      if (!isCounterName(body.reset))
        throw invalid('reset', `reset must be one of ${counterNames.join(', ')}`);
      await resetCounter(app, viewer, body.reset);
      return { message: 'Reset' };
    },
  }),
];
