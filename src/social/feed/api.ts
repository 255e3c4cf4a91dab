import { Type } from 'typebox';
import { operations } from '../../platform/http/endpoint.ts';
import { After, nextPlace, notACursor, PageEnvelope } from '../../platform/http/families/social.ts';
import type { Lists } from '../lists/list.ts';
import { endlessListOfPosts } from '../posts/records/lists.ts';
import { PostRecord, toPostRecord } from '../posts/records/post-record.ts';
import { getDiscover, getFeed, getTop } from './feed.ts';

const member = operations('Posts', 'member');

export const feedRoutes = [
  member.get({
    path: '/apis/php/feed/top',
    summary: 'List the top posts of your feed',
    description:
      'Extension. Returns 20 posts per page. The cursor keeps the order of the first page, so no post repeats. For chronological order, use `data/load?get=newsfeed`.',
    query: Type.Object(After),
    returns: PageEnvelope(Type.Array(PostRecord)),
    handle: async ({ app, viewer, query }) => {
      const { page, ranking: asked } = parseCursor(query.after);
      const { items: posts, ranking, hasMore } = await getTop(app, viewer, { page, ranking: asked });
      return {
        data: posts.map((post) => toPostRecord(app, post)),
        ...nextPlace(hasMore ? `${ranking}.${page + 1}` : undefined),
      };
    },
  }),
];

/** Parses the cursor: the ranking of the first page and the number of pages read. */
function parseCursor(after: string | undefined): { page: number; ranking?: string } {
  if (after === undefined) return { page: 0 };
  const [, ranking, page] = /^([0-9]{1,18})\.([0-9]{1,2})$/.exec(after) ?? [];
  if (ranking === undefined || Number(page) > 50) throw notACursor();
  return { page: Number(page), ranking };
}

export const feedLists: Lists = {
  newsfeed: endlessListOfPosts(getFeed),
  discover: endlessListOfPosts(getDiscover),
};
