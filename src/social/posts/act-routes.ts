import { Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import { minutes } from '../../kernel/time.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Envelope } from '../../platform/http/families/social.ts';
import { After, nextPage, pageAfter, PageEnvelope } from '../../platform/http/families/social-paging.ts';
import { listShares } from './sharing/list-shares.ts';
import { listVersions, versionsOnPage } from './editing/list-versions.ts';
import { lockPost } from './editing/lock-post.ts';
import { pinPost } from './editing/pin-post.ts';
import { PostRecord, toPostRecord } from './records/post-record.ts';
import { publishPost } from './publish-post.ts';
import { getPost } from './reading/get-posts.ts';
import { removePreview } from './editing/remove-preview.ts';
import { PostId, Share, VersionRecord, toVersionRecord } from './wire.ts';

const addition = 'Extension.';
const member = operations('Posts', 'member');
const limit = { by: ['account'], calls: 120, within: minutes(5) } as const;

const PartOfPost = Type.Object({ id: Id, ...After });

export const postActRoutes = [
  member.post({
    path: '/apis/php/posts/share',
    summary: 'Share a post, optionally with your own text',
    description: `${addition} Only public posts can be shared. Viewers who cannot see the original see the share without it.`,
    limit,
    body: Share,
    returns: Envelope(PostRecord),
    example: { id: '12', text: 'Read this', privacy: 'public' },
    handle: async ({ app, viewer, body: { id: quoteId, text = '', privacy = 'public' } }) => {
      const id = await publishPost(app, viewer, { text, privacy, photos: [], quoteId });
      return { message: 'Shared', data: toPostRecord(app, await getPost(app, viewer, id)) };
    },
  }),
  member.get({
    path: '/apis/php/posts/shares',
    summary: 'List the shares of a post',
    description: `${addition} Newest first. Contains only shares that you can see.`,
    query: PartOfPost,
    returns: PageEnvelope(Type.Array(PostRecord)),
    handle: async ({ app, viewer, query }) => {
      const page = pageAfter(query.after, 1000);
      const { items: posts, next: older } = await listShares(app, viewer, query.id, { page });
      return { data: posts.map((post) => toPostRecord(app, post)), ...nextPage(page, older !== undefined) };
    },
  }),
  member.get({
    path: '/apis/php/posts/history',
    summary: 'List former versions of a post',
    description: `${addition} Returns every version, the current one first, to everyone who can see the post.`,
    query: PartOfPost,
    returns: PageEnvelope(Type.Array(VersionRecord)),
    handle: async ({ app, viewer, query }) => {
      const page = pageAfter(query.after, 1000);
      const { versions, hasMore } = await listVersions(app, viewer, query.id, page);
      return { data: versions.slice(0, versionsOnPage).map(toVersionRecord), ...nextPage(page, hasMore) };
    },
  }),
  member.post({
    path: '/apis/php/posts/pin',
    summary: 'Pin a post to your profile, or unpin it',
    description: `${addition} Replaces the post that is currently pinned.`,
    limit,
    body: Type.Object({ id: Id, do: Type.Enum(['pin', 'unpin'], { default: 'pin' }) }),
    returns: Envelope(PostRecord),
    example: { id: '12', do: 'pin' },
    handle: async ({ app, viewer, body }) => {
      await pinPost(app, viewer, body.id, body.do === 'pin');
      return { data: toPostRecord(app, await getPost(app, viewer, body.id)) };
    },
  }),
  member.post({
    path: '/apis/php/posts/lock',
    summary: 'Close or reopen the comments on a post',
    description: `${addition} Allowed for the author and moderators.`,
    limit,
    body: Type.Object({ id: Id, do: Type.Enum(['lock', 'unlock'], { default: 'lock' }) }),
    returns: Envelope(PostRecord),
    example: { id: '12', do: 'lock' },
    handle: async ({ app, viewer, body }) => {
      await lockPost(app, viewer, body.id, body.do === 'lock');
      return { data: toPostRecord(app, await getPost(app, viewer, body.id)) };
    },
  }),
  member.post({
    path: '/apis/php/posts/remove_preview',
    summary: 'Remove the link preview of your post',
    description: addition,
    body: PostId,
    returns: Envelope(PostRecord),
    example: { id: '12' },
    handle: async ({ app, viewer, body }) => {
      await removePreview(app, viewer, body.id);
      return { data: toPostRecord(app, await getPost(app, viewer, body.id)) };
    },
  }),
];
