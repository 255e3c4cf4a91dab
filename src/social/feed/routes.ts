import { Type } from 'typebox';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Envelope } from '../../platform/http/families/social.ts';
import { PostRecord, toPostRecord } from '../posts/post-record.ts';
import { readTop } from './read-top.ts';

export const feedRoutes = [
  endpoint({
    method: 'GET',
    path: '/apis/php/feed/top',
    summary: 'Your feed by what found most echo',
    description:
      'An addition to the documented interface. 20 a page. Send the `ranking` of the first page with the next ones: it keeps the order, so that nothing comes twice. By time it is `data/load?get=newsfeed`.',
    tag: 'Posts',
    access: 'member',
    query: Type.Object({
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 50, description: 'Counts pages from 0' })),
      ranking: Type.Optional(
        Type.String({ pattern: '^[0-9]{1,18}$', description: 'An order that was given before' }),
      ),
    }),
    returns: Envelope(Type.Object({ ranking: Type.String(), posts: Type.Array(PostRecord) })),
    handle: async ({ app, viewer, query }) => {
      const { posts, ranking, hasMore } = await readTop(app, viewer, { ...query, page: query.offset });
      return { data: { ranking, posts: posts.map((post) => toPostRecord(app, post)) }, has_more: hasMore };
    },
  }),
];
