import { Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import { minutes } from '../../kernel/time.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Envelope } from '../../platform/http/families/social.ts';
import { After, nextPage, pageAfter, PageEnvelope } from '../../platform/http/families/social-paging.ts';
import { PostRecord, toPostRecord } from '../posts/records/post-record.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { listSaved } from './list-saved.ts';
import { savePost } from './save-post.ts';
import { unsavePost } from './unsave-post.ts';

const member = operations('Posts', 'member');

const addition = 'Extension.';

export const savedRoutes = [
  member.post({
    path: '/apis/php/posts/save',
    summary: 'Save or unsave a post',
    description: `${addition} Visible only to you.`,
    limit: { by: ['account'], calls: 300, within: minutes(5) },
    body: Type.Object({
      id: Id,
      do: Type.Enum(['save', 'unsave'], { default: 'save' }),
    }),
    returns: Envelope(PostRecord),
    example: { id: '12', do: 'save' },
    handle: async ({ app, viewer, body }) => {
      if (body.do === 'save') await savePost(app, viewer, body.id);
      else await unsavePost(app, viewer, body.id);
      return { data: toPostRecord(app, await getPost(app, viewer, body.id)) };
    },
  }),
  member.get({
    path: '/apis/php/posts/saved',
    summary: 'List your saved posts',
    description: `${addition} Most recently saved first. \`query\` searches for words.`,
    query: Type.Object({
      query: Type.Optional(Type.String({ maxLength: 200 })),
      ...After,
    }),
    returns: PageEnvelope(Type.Array(PostRecord)),
    handle: async ({ app, viewer, query }) => {
      const page = pageAfter(query.after, 1000);
      const { items: posts, next: older } = await listSaved(app, viewer, { words: query.query, page });
      return { data: posts.map((post) => toPostRecord(app, post)), ...nextPage(page, older !== undefined) };
    },
  }),
];
