import { Type } from 'typebox';
import { endpoint } from '../../platform/http/endpoint.ts';
import { ListEnvelope } from '../../platform/http/families/social.ts';
import { UserRecord } from '../people/user-record.ts';
import { PostRecord } from '../posts/post-record.ts';
import { listNames, load } from './load.ts';

export const dataRoutes = [
  endpoint({
    method: 'GET',
    path: '/apis/php/data/load',
    summary: 'A page of a list',
    description: `\`get\` is one of ${listNames.join(', ')}. Lists of posts are newest first, 20 a page.`,
    tag: 'User and data',
    access: 'member',
    query: Type.Object({
      get: Type.String({ maxLength: 40, description: listNames.join(', ') }),
      offset: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 10_000, description: 'Counts pages from 0' }),
      ),
      id: Type.Optional(
        Type.String({ pattern: '^[0-9]{1,18}$', description: 'Whose list; your own unless told' }),
      ),
      username: Type.Optional(Type.String({ maxLength: 64, description: 'Whose list, by user name' })),
    }),
    returns: ListEnvelope(Type.Union([PostRecord, UserRecord])),
    handle: ({ app, viewer, query }) => load(app, viewer, query),
  }),
];
