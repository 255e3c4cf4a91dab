import { Type } from 'typebox';
import { ById, Id } from '../../../kernel/input.ts';
import { prefersMarkdown } from '../../../kernel/prefers-markdown.ts';
import { missing, msg } from '../../../kernel/problem.ts';
import { t } from '../../../web/translation/translate.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { movedTo, pagesFor, redirect } from '../../../platform/http/endpoint.ts';
import type { View } from '../../../web/html.ts';
import { type Forum, getForum, listAllForums, pathOfForum } from '../forum.ts';
import { listForums, listForumsBelow } from '../list-forums.ts';
import { forumsToMarkdown, threadsToMarkdown } from '../markdown.ts';
import { listForumModerators } from '../moderators.ts';
import { listThreads, threadCursor, threadFilters, threadSorts } from '../threads/list-threads.ts';
import type { ThreadsWanted } from '../threads/list-threads.ts';
import { markForumsRead } from '../threads/posting.ts';
import { forumIndex } from '../views/forum-index.ts';
import { allThreadsView, forumView } from '../views/forum-view.ts';
import { heldPages, moderatingPages } from './moderating-pages.ts';
import { operatorForumPages } from './operator-pages.ts';
import { threadPages } from './thread-pages.ts';

const member = pagesFor('member');
const anyone = pagesFor('anyone');
const Wanted = Type.Object({
  filter: Type.Optional(Type.Enum([...threadFilters])),
  sort: Type.Optional(Type.Enum([...threadSorts])),
  before: Type.Optional(Type.String({ pattern: threadCursor })),
});

const markdown = (body: string) => ({ type: 'text/markdown; charset=utf-8', body });

async function showForum(
  app: App,
  viewer: Viewer | undefined,
  { forum, forums }: { forum: Forum; forums: readonly Forum[] },
  wanted: ThreadsWanted,
): Promise<View> {
  const parents = forum.parentId === null ? [] : [forum.parentId];
  const [below, threads, moderators] = await Promise.all([
    listForumsBelow(app, viewer, forum, forums),
    listThreads(app, viewer, wanted),
    listForumModerators(app, [forum.id, ...parents]),
  ]);
  return forumView({
    forum,
    parent: forums.find(({ id }) => id === forum.parentId),
    below,
    moderators: [forum.id, ...parents].flatMap((id) => moderators.get(id) ?? []),
    threads,
    wanted: { ...wanted, forumId: forum.id },
    viewer,
    base: app.config.plazaUrl,
  });
}

export const forumPages = [
  anyone.get({
    path: '/forums',
    cached: true,
    handle: async ({ app, viewer, client }) => {
      client.setHeader('vary', 'Accept');
      const sections = await listForums(app, viewer);
      const base = app.config.plazaUrl;
      if (prefersMarkdown(client.accept)) return markdown(forumsToMarkdown(sections, base));
      return forumIndex(sections, { viewer, base });
    },
  }),
  member.post({
    path: '/forums/read',
    verb: markForumsRead,
    body: Type.Object({ forum_id: Type.Optional(Id) }),
    handle: async ({ app, viewer, body }) => {
      await markForumsRead(app, viewer, body.forum_id);
      const to = body.forum_id === undefined ? '/forums' : pathOfForum(await getForum(app, body.forum_id));
      return redirect(to, { kind: 'success', text: t('Marked as read') });
    },
  }),
  anyone.get({
    path: '/forums/threads',
    cached: true,
    query: Wanted,
    handle: async ({ app, viewer, client, query }) => {
      client.setHeader('vary', 'Accept');
      const threads = await listThreads(app, viewer, query);
      const base = app.config.plazaUrl;
      if (prefersMarkdown(client.accept))
        return markdown(threadsToMarkdown(t('All threads'), threads.items, base));
      return allThreadsView(threads, query, { viewer, base });
    },
  }),
  anyone.get({
    path: '/forums/:id',
    params: ById,
    handle: async ({ app, params }) => movedTo(pathOfForum(await getForum(app, params.id))),
  }),
  anyone.get({
    path: '/forums/:id/:slug',
    cached: true,
    params: Type.Object({ id: Id, slug: Type.String({ maxLength: 400 }) }),
    query: Wanted,
    handle: async ({ app, viewer, client, params, query }) => {
      client.setHeader('vary', 'Accept');
      const forums = await listAllForums(app);
      const forum = forums.find(({ id }) => id === params.id);
      if (!forum) throw missing(msg('Forum'));
      const path = pathOfForum(forum);
      if (path !== `/forums/${params.id}/${params.slug}`) return movedTo(path);
      const wanted = { ...query, forumId: params.id };
      if (!prefersMarkdown(client.accept)) return showForum(app, viewer, { forum, forums }, wanted);
      const { pinned, items: threads } = await listThreads(app, viewer, wanted);
      return markdown(threadsToMarkdown(forum.title, [...pinned, ...threads], app.config.plazaUrl));
    },
  }),
  ...threadPages,
  ...moderatingPages,
  ...heldPages,
  ...operatorForumPages,
];
