import { Type } from 'typebox';
import { operations } from '../../platform/http/endpoint.ts';
import { After, nextPage, pageAfter, PageEnvelope } from '../../platform/http/families/social-paging.ts';
import { toUserRecord, UserRecord } from '../people/records/user-record.ts';
import { listBlocked } from './blocks/list-blocked.ts';

const member = operations('User and data', 'member');

export const relationshipRoutes = [
  member.get({
    path: '/apis/php/user/blocked',
    summary: 'List people you blocked',
    description: 'Extension. Newest first, 20 per page.',
    query: Type.Object(After),
    returns: PageEnvelope(Type.Array(UserRecord)),
    handle: async ({ app, viewer, query }) => {
      const page = pageAfter(query.after);
      const { items: people, hasMore } = await listBlocked(app, viewer, page);
      return { data: people.map((person) => toUserRecord(app, person)), ...nextPage(page, hasMore) };
    },
  }),
];
