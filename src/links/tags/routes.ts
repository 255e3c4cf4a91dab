import { Type } from 'typebox';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Listing, listing, Paging, perPageOf } from '../../platform/http/families/links.ts';
import { listTags } from './list-tags.ts';
import { TagRecord, toTagRecord } from './wire.ts';

export const tagRoutes = [
  endpoint({
    method: 'GET',
    path: '/api/tags',
    summary: 'List your tags by name',
    description: 'Additional. A tag is made by naming it on a link.',
    tag: 'Tags',
    access: 'member',
    query: Type.Object(Paging),
    returns: Listing('tags', TagRecord),
    handle: async ({ app, viewer, query: { page = 1, limit } }) => {
      const perPage = perPageOf(limit);
      const { tags, total } = await listTags(app, viewer, { page, perPage });
      return listing('tags', tags.map(toTagRecord), { page, perPage, total });
    },
  }),
];
