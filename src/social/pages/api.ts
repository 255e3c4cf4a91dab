import { Type } from 'typebox';
import { ById } from '../../kernel/input.ts';
import { invalid, msg } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { operations } from '../../platform/http/endpoint.ts';
import {
  Done,
  Envelope,
  nextPage,
  nextPlace,
  pageAfter,
  PageEnvelope,
} from '../../platform/http/families/social.ts';
import type { Lists } from '../lists/list.ts';
import { formerFileNames } from '../posts/attachments.ts';
import { postFiles } from '../posts/post-files.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { listOfPosts } from '../posts/records/lists.ts';
import { PhotoInList } from '../posts/records/post-parts.ts';
import { PostRecord, toPostRecord } from '../posts/records/post-record.ts';
import { fileMetadataOf, toNewPost } from '../posts/requests/post-body.ts';
import { addPage, changePage, deletePage, restoreDays, restorePage } from './editing.ts';
import { likePage, unlikePage } from './liking.ts';
import { listPagePhotos, listPagePosts, pinOnPage, writeAsPage } from './posts.ts';
import { getPage, listInvitedPages, listLikedPages, listOwnPages, listPages } from './reading.ts';
import { teamRoutes } from './team-api.ts';
import {
  LikeBody,
  NewPage,
  NewPagePost,
  PageChange,
  PageQuery,
  PageRecord,
  PagesQuery,
  PartQuery,
  PinBody,
  toPageRecord,
} from './wire.ts';

const addition = 'Extension.';
const member = operations('Pages', 'member');
const example = { title: 'The Bakery', username: 'thebakery', about: 'Bread from six in the morning' };

const one = async (app: App, viewer: Viewer, id: string) =>
  toPageRecord(app, await getPage(app, viewer, { id }));

export const pageRoutes = [
  member.get({
    path: '/apis/php/pages/list',
    summary: 'List pages',
    description: `${addition} All pages, by likes or newest first, or your own; 20 per page.`,
    query: PagesQuery,
    returns: PageEnvelope(Type.Array(PageRecord)),
    handle: async ({ app, viewer, query: { get = 'all', query: q, ...wanted } }) => {
      const { items: pages, next } =
        get === 'mine'
          ? await listOwnPages(app, viewer, wanted.after)
          : get === 'liked'
            ? await listLikedPages(app, viewer, wanted.after)
            : get === 'invited'
              ? await listInvitedPages(app, viewer, wanted.after)
              : await listPages(app, viewer, { ...wanted, q });
      return { data: pages.map((page) => toPageRecord(app, page)), ...nextPlace(next) };
    },
  }),
  member.get({
    path: '/apis/php/pages/page',
    summary: 'Get a page',
    description: `${addition} By ID or username.`,
    query: PageQuery,
    returns: Envelope(PageRecord),
    handle: async ({ app, viewer, query: { page_id: id, page_name: username } }) => {
      if (id === undefined && username === undefined)
        throw invalid('page_id', msg('page_id or page_name is required'));
      const by = username === undefined ? { id: id ?? '' } : { username };
      return { data: toPageRecord(app, await getPage(app, viewer, by)) };
    },
  }),
  member.post({
    path: '/apis/php/pages/page',
    verb: addPage,
    summary: 'Create a page',
    description: addition,
    body: NewPage,
    returns: Envelope(PageRecord),
    example,
    handle: async ({ app, viewer, body }) => {
      const id = await addPage(app, viewer, { category: '', about: '', website: '', ...body });
      return { message: 'Created', data: await one(app, viewer, id) };
    },
  }),
  member.put({
    path: '/apis/php/pages/page/{id}',
    verb: changePage,
    summary: 'Update a page',
    description: `${addition} Allowed for the owner and admins. Omitted fields do not change. The page can still be found by a former username.`,
    params: ById,
    body: PageChange,
    returns: Envelope(PageRecord),
    example: { about: 'Bread from five in the morning' },
    handle: async ({ app, viewer, params, body }) => {
      await changePage(app, viewer, params.id, body);
      return { message: 'Changed', data: await one(app, viewer, params.id) };
    },
  }),
  member.delete({
    path: '/apis/php/pages/page/{id}',
    verb: deletePage,
    summary: 'Delete a page',
    description: `${addition} Only the owner can delete it, and can restore it for ${restoreDays} days.`,
    params: ById,
    returns: Done,
    handle: async ({ app, viewer, params }) => {
      await deletePage(app, viewer, params.id);
      return { message: 'Deleted' };
    },
  }),
  member.post({
    path: '/apis/php/pages/restore',
    verb: restorePage,
    summary: 'Restore a deleted page',
    description: addition,
    body: ById,
    returns: Envelope(PageRecord),
    example: { id: '3' },
    handle: async ({ app, viewer, body }) => {
      await restorePage(app, viewer, body.id);
      return { message: 'Restored', data: await one(app, viewer, body.id) };
    },
  }),
  member.post({
    path: '/apis/php/pages/like',
    verb: likePage,
    summary: 'Like or unlike a page',
    description: `${addition} Same as user/connect with page-like and page-unlike.`,
    body: LikeBody,
    returns: Envelope(PageRecord),
    example: { do: 'like', page_id: '3' },
    handle: async ({ app, viewer, body: { do: act, page_id: id } }) => {
      await (act === 'like' ? likePage : unlikePage)(app, viewer, id);
      return { data: await one(app, viewer, id) };
    },
  }),
  member.get({
    path: '/apis/php/pages/posts',
    summary: 'List the posts of a page',
    description: `${addition} The pinned post comes first, then newest first; 20 per page.`,
    query: PartQuery,
    returns: PageEnvelope(Type.Array(PostRecord)),
    handle: async ({ app, viewer, query }) => {
      const { id } = await getPage(app, viewer, { id: query.page_id });
      const page = pageAfter(query.after);
      const { items: posts, next: older } = await listPagePosts(app, viewer, id, { page });
      return { data: posts.map((post) => toPostRecord(app, post)), ...nextPage(page, older !== undefined) };
    },
  }),
  member.get({
    path: '/apis/php/pages/photos',
    summary: 'List the photos of a page',
    description: `${addition} Newest first, 30 per page.`,
    query: PartQuery,
    returns: PageEnvelope(Type.Array(PhotoInList)),
    handle: async ({ app, viewer, query }) => {
      const { id } = await getPage(app, viewer, { id: query.page_id });
      const page = pageAfter(query.after);
      const { items: photos, hasMore } = await listPagePhotos(app, viewer, id, page);
      return { data: photos, ...nextPage(page, hasMore) };
    },
  }),
  member.post({
    path: '/apis/php/pages/post',
    verb: writeAsPage,
    summary: 'Publish a post as a page',
    description: `${addition} Like posts/post, but always public. Allowed for the page’s owner, admins and editors.`,
    files: postFiles,
    formerNames: formerFileNames,
    body: NewPagePost,
    returns: Envelope(PostRecord),
    example: { page_id: '3', text: 'Rye is back' },
    handle: async ({ app, viewer, body: { page_id, ...body }, files }) => {
      const id = await writeAsPage(app, viewer, page_id, toNewPost(body), files, fileMetadataOf(body));
      return { message: 'Posted', data: toPostRecord(app, await getPost(app, viewer, id)) };
    },
  }),
  member.post({
    path: '/apis/php/pages/pin',
    verb: pinOnPage,
    summary: 'Pin a post to its page',
    description: `${addition} Replaces the post that is currently pinned.`,
    body: PinBody,
    returns: Done,
    example: { do: 'pin', page_id: '3', post_id: '12' },
    handle: async ({ app, viewer, body }) => {
      const { page_id: pageId, post_id: postId } = body;
      await pinOnPage(app, viewer, { pageId, postId, isPinned: body.do === 'pin' });
      return { message: body.do === 'pin' ? 'Pinned' : 'Removed' };
    },
  }),
  ...teamRoutes,
];

export const pagePostLists: Lists = {
  posts_page: listOfPosts(async (app, viewer, { id, offset }) => {
    if (id === undefined) throw invalid('id', msg('id is required'));
    return listPagePosts(app, viewer, (await getPage(app, viewer, { id })).id, { page: offset });
  }),
};
