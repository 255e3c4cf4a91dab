import { Type } from 'typebox';
import { ById, Id } from '../../../kernel/input.ts';
import { prefersMarkdown } from '../../../kernel/prefers-markdown.ts';
import { missing, Problem, msg } from '../../../kernel/problem.ts';
import { t } from '../../../web/translation/translate.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { movedTo, pagesFor, redirect } from '../../../platform/http/endpoint.ts';
import { type FormState, refused } from '../../../web/form.ts';
import type { View } from '../../../web/html.ts';
import { followThread, unfollowThread } from '../../notifications/thread-subscriptions.ts';
import { editPost } from '../../posts/editing.ts';
import { pathOf } from '../../posts/paths.ts';
import { listPlanChoices } from '../../posts/paywall.ts';
import type { Post } from '../../posts/post.ts';
import { getPost, getPosts } from '../../posts/reading/get-posts.ts';
import { getPostHeader } from '../../posts/reading/visible.ts';
import { parsePaywallForm, PaywallForm } from '../../posts/requests/paywall.ts';
import { preparePreview } from '../../text/rendered.ts';
import { pathOfThread } from '../forum.ts';
import { listForums } from '../list-forums.ts';
import { threadToMarkdown, toQuotes } from '../markdown.ts';
import { getThread, type ThreadPage } from '../threads/get-thread.ts';
import { listRelatedThreads, type RelatedThread } from '../threads/list-threads.ts';
import { addReply, markPageRead, startThread } from '../threads/posting.ts';
import { markSolution, unmarkSolution } from '../threads/solutions.ts';
import { findReplyPage, findThread, findUnread, pageOfPlace } from '../threads/thread.ts';
import { editReplyView, newThreadView } from '../views/thread-form.ts';
import { threadSidebar } from '../views/thread-sidebar.ts';
import { threadView } from '../views/thread-view.ts';

const member = pagesFor('member');
const anyone = pagesFor('anyone');
const Text = Type.String({ maxLength: 200_000, default: '' });
const Follows = Type.Optional(Type.Literal('on'));
/** Preview instead of submit. */
const Act = Type.Optional(Type.Literal('preview'));

/** Browsers do not send unchecked boxes. */
const typedIn = <Body extends { follows?: unknown }>(body: Body) => ({
  ...body,
  follows: typeof body.follows === 'string' ? body.follows : 'off',
});

/** The form for a new thread, with the plans it can be limited to. */
const showNew = async (app: App, viewer: Viewer, state: FormState) =>
  newThreadView(await listForums(app, viewer), await listPlanChoices(app, { accountId: viewer.id }), state);

const waits = () => ({ kind: 'info', text: t('Waiting for review') }) as const;

/** Returns the path of a thread or of a reply in it. Replies that moved resolve to their current thread. */
async function pathFor(
  app: App,
  viewer: Viewer | undefined,
  id: string,
  { reply, to }: { reply?: string | undefined; to?: 'last' | 'unread' | undefined },
): Promise<{ path: string; isForGood: boolean }> {
  const post = await getPostHeader(app, viewer, id);
  if (post.kind !== 'thread') return { path: pathOf(post), isForGood: true };
  const last = to === undefined ? undefined : await findThread(app, id);
  const place =
    to === 'unread' && viewer
      ? await findUnread(app, viewer, id)
      : to !== undefined
        ? last && { page: pageOfPlace(last.places), postId: last.lastReplyId ?? id }
        : reply !== undefined && (await findReplyPage(app, id, reply));
  if (place) return { path: `${pathOfThread(post, place.page)}#post-${place.postId}`, isForGood: false };
  // The reply may have moved to another thread. A missing reply leads to the thread of the link.
  const moved = reply === undefined ? undefined : await getPostHeader(app, viewer, reply).catch(onlyMissing);
  const isElsewhere = moved && moved.id !== id && moved.parentId !== id;
  return {
    path: isElsewhere ? pathOf(moved) : pathOfThread(post),
    isForGood: reply === undefined && to === undefined,
  };
}

function onlyMissing(error: unknown): undefined {
  if (error instanceof Problem && error.kind === 'missing') return undefined;
  throw error;
}

export const threadPages = [
  member.get({
    path: '/forums/new',
    query: Type.Object({ forum: Type.Optional(Id) }),
    handle: async ({ app, viewer, query }) => showNew(app, viewer, { values: { forum_id: query.forum } }),
  }),
  member.post({
    path: '/forums/threads',
    verb: startThread,
    body: Type.Object({
      forum_id: Type.String({ maxLength: 18, default: '' }),
      title: Type.String({ maxLength: 1000, default: '' }),
      text: Text,
      ...PaywallForm,
      follows: Follows,
      act: Act,
    }),
    handle: async ({ app, viewer, body }) => {
      if (body.act === 'preview') await preparePreview(app, viewer, body.text);
      if (body.act === 'preview') return showNew(app, viewer, { values: typedIn(body) });
      if (!/^[0-9]+$/.test(body.forum_id))
        throw new Problem('invalid', msg('Choose a forum'), { field: 'forum_id' });
      const { forum_id: forumId, title, text, follows } = body;
      const given = { forumId, title, text, follows: follows === 'on', paywall: parsePaywallForm(body) };
      const id = await startThread(app, viewer, given);
      const post = await getPostHeader(app, viewer, id);
      return redirect(
        pathOfThread(post),
        post.heldAt ? waits() : { kind: 'success', text: t('Thread created') },
      );
    },
    again: async ({ app, viewer, body }, problem) => showNew(app, viewer, refused(typedIn(body), problem)),
  }),
  anyone.get({
    path: '/forums/threads/:id',
    params: ById,
    query: Type.Object({
      reply: Type.Optional(Id),
      to: Type.Optional(Type.Enum(['last', 'unread'])),
    }),
    handle: async ({ app, viewer, params, query }) => {
      const { path, isForGood } = await pathFor(app, viewer, params.id, query);
      return isForGood ? movedTo(path) : redirect(path);
    },
  }),
  anyone.get({
    path: '/forums/threads/:id/:slug',
    cached: true,
    params: Type.Object({ id: Id, slug: Type.String({ maxLength: 400 }) }),
    query: Type.Object({
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
      quote: Type.Optional(Type.Union([Id, Type.Array(Id, { maxItems: 20 })])),
    }),
    handle: async ({ app, viewer, client, params, query }) => {
      client.setHeader('vary', 'Accept');
      const { page = 1, quote = [] } = query;
      const [shown, related] = await Promise.all([
        getThread(app, viewer, params.id, page).catch(onlyMissing),
        listRelatedThreads(app, viewer, params.id),
      ]);
      if (!shown) {
        const post = await getPostHeader(app, viewer, params.id);
        if (post.kind !== 'thread') return movedTo(pathOf(post));
        throw missing(msg('Page'));
      }
      if (pathOfThread(shown.post) !== `/forums/threads/${params.id}/${params.slug}`)
        return movedTo(pathOfThread(shown.post, page));
      if (prefersMarkdown(client.accept))
        return { type: 'text/markdown; charset=utf-8', body: threadToMarkdown(shown, app.config.plazaUrl) };
      return showThread(app, viewer, { shown, related, quotes: [quote].flat() });
    },
  }),
  member.post({
    path: '/forums/threads/:id/replies',
    verb: addReply,
    params: ById,
    body: Type.Object({ text: Text, quote_id: Type.Optional(Id), follows: Follows, act: Act }),
    handle: async ({ app, viewer, params, body }) => {
      if (body.act === 'preview') await preparePreview(app, viewer, body.text);
      if (body.act === 'preview') return showReplyAgain(app, viewer, params.id, { values: typedIn(body) });
      const id = await addReply(app, viewer, {
        threadId: params.id,
        text: body.text,
        quoteId: body.quote_id,
        follows: body.follows === 'on',
      });
      const { heldAt } = await getPostHeader(app, viewer, id);
      const { path } = await pathFor(app, viewer, params.id, { reply: id });
      return redirect(path, heldAt ? waits() : undefined);
    },
    again: ({ app, viewer, params, body }, problem) =>
      showReplyAgain(app, viewer, params.id, refused(typedIn(body), problem)),
  }),
  member.post({
    path: '/forums/threads/:id/follow',
    verb: followThread,
    params: ById,
    body: Type.Object({ do: Type.Enum(['follow', 'unfollow']) }),
    handle: async ({ app, viewer, params, body }) => {
      if (body.do === 'follow') await followThread(app, viewer, params.id);
      else await unfollowThread(app, viewer, params.id);
      return redirect(pathOf(await getPostHeader(app, viewer, params.id)), {
        kind: 'success',
        text: body.do === 'follow' ? t('Following') : t('Unfollowed'),
      });
    },
  }),
  member.post({
    path: '/forums/posts/:id/solution',
    verb: markSolution,
    params: ById,
    body: Type.Object({ do: Type.Enum(['mark', 'unmark']) }),
    handle: async ({ app, viewer, params, body }) => {
      const isMarked = body.do === 'mark';
      await (isMarked ? markSolution : unmarkSolution)(app, viewer, params.id);
      return redirect(pathOf(await getPostHeader(app, viewer, params.id)), {
        kind: 'success',
        text: isMarked ? t('Marked as solution') : t('No longer the solution'),
      });
    },
  }),
  member.get({
    path: '/forums/posts/:id/edit',
    params: ById,
    handle: async ({ app, viewer, params }) => editReplyView(await getOwn(app, viewer, params.id), {}),
  }),
  member.post({
    path: '/forums/posts/:id/edit',
    verb: editPost,
    params: ById,
    body: Type.Object({ title: Type.Optional(Type.String({ maxLength: 1000 })), text: Text, act: Act }),
    handle: async ({ app, viewer, params, body }) => {
      const before = await getOwn(app, viewer, params.id);
      if (body.act === 'preview') await preparePreview(app, viewer, body.text);
      if (body.act === 'preview') return editReplyView(before, { values: body });
      await editPost(app, viewer, params.id, { title: body.title, text: body.text, alts: new Map() });
      const post = await getPostHeader(app, viewer, params.id);
      return redirect(pathOf(post), post.heldAt ? waits() : { kind: 'success', text: t('Updated') });
    },
    again: async ({ app, viewer, params, body }, problem) =>
      editReplyView(await getOwn(app, viewer, params.id), refused(body, problem)),
  }),
];

/** Returns the viewer's own thread or reply. */
async function getOwn(app: App, viewer: Viewer, id: string) {
  const post = await getPost(app, viewer, id);
  if (post.kind !== 'thread' && post.kind !== 'reply') throw missing(msg('Post'));
  if (post.author.id !== viewer.id) throw new Problem('forbidden', msg('Only the author can edit this'));
  return post;
}

interface ThreadShown {
  shown: ThreadPage;
  related: readonly RelatedThread[];
  /** The posts to quote. */
  quotes?: readonly string[];
  /** Values of a rejected or previewed reply. */
  state?: FormState;
}

/** Shows a page of a thread and marks it as read. */
async function showThread(
  app: App,
  viewer: Viewer | undefined,
  { shown, related, quotes = [], state }: ThreadShown,
): Promise<View> {
  await markPageRead(app, viewer, shown);
  const { id } = shown.thread;
  const wanted = viewer ? (await getPosts(app, viewer, quotes)).filter((post) => isIn(post, id)) : [];
  const view = threadView(shown, {
    viewer,
    base: app.config.plazaUrl,
    quotes: wanted.map((post) => post.id),
    // A single quote is shown above the reply. Several are inserted into its text.
    ...(wanted.length === 1 && { quoted: wanted[0] }),
    state: state ?? (wanted.length > 1 ? { values: { text: toQuotes(wanted) } } : {}),
  });
  return { ...view, aside: threadSidebar(shown, related) };
}

const isIn = (post: Post, threadId: string) => (post.parentId ?? post.id) === threadId;

/** Shows a rejected reply on the page of the post it quotes, or else on the last page. */
async function showReplyAgain(app: App, viewer: Viewer, id: string, state: FormState): Promise<View> {
  const quote = state.values?.quote_id;
  const quotes = quote !== undefined && /^[0-9]{1,18}$/.test(quote) ? [quote] : [];
  const place = quotes[0] === undefined ? undefined : await findReplyPage(app, id, quotes[0]);
  const { pages } = await getThread(app, viewer, id).catch(() => {
    throw missing(msg('Thread'));
  });
  const [shown, related] = await Promise.all([
    getThread(app, viewer, id, place?.page ?? (quotes.length > 0 ? 1 : pages)),
    listRelatedThreads(app, viewer, id),
  ]);
  return showThread(app, viewer, { shown, related, quotes, state });
}
