import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { ById } from '../../kernel/input.ts';
import { invalid } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import { operations } from '../../platform/http/endpoint.ts';
import {
  Done,
  Envelope,
  nextPage,
  nextPlace,
  pageAfter,
  PageEnvelope,
} from '../../platform/http/families/social.ts';
import { PostRecord, toPostRecord } from '../posts/records/post-record.ts';
import { toPaywall } from '../posts/requests/paywall.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { follow, unfollow } from '../notifications/thread-subscriptions.ts';
import { addReply } from './threads/add-reply.ts';
import { listForums } from './structure/list-forums.ts';
import { listThreads, parseCursor } from './threads/list-threads.ts';
import { markForumsRead, markPageRead } from './threads/mark-read.ts';
import { actOnThread } from './moderating/act-on-thread.ts';
import { operatorForumRoutes } from './structure/operator-routes.ts';
import { getForum } from './structure/get-forum.ts';
import { getThread } from './threads/get-thread.ts';
import { startThread } from './threads/start-thread.ts';
import {
  ModerateBody,
  NewReplyBody,
  NewThreadBody,
  OneThread,
  ReadBody,
  SectionRecord,
  SubscribeBody,
  ThreadQuery,
  ThreadRecord,
  ThreadsQuery,
  toOneThread,
  toSectionRecord,
  toThreadRecord,
} from './wire.ts';

const addition = 'Extension.';
const tag = 'Forums';
const member = operations(tag, 'member');
const app = operations(tag, 'app');
const often = { by: ['account'], calls: 60, within: minutes(5) } as const;

export const forumRoutes = [
  app.get({
    path: '/apis/php/forums/list',
    summary: 'List forums by section',
    description: addition,
    returns: Envelope(Type.Array(SectionRecord)),
    handle: async ({ app, viewer }) => ({
      data: (await listForums(app, viewer)).map((section) => toSectionRecord(app, section)),
    }),
  }),
  app.get({
    path: '/apis/php/forums/threads',
    summary: 'List threads of one forum or all forums',
    description: `${addition} 30 per page. The first page also returns the pinned threads.`,
    query: ThreadsQuery,
    returns: PageEnvelope(
      Type.Object({ pinned: Type.Array(ThreadRecord), threads: Type.Array(ThreadRecord) }),
    ),
    handle: async ({ app, viewer, query: { forum_id: forumId, after, ...wanted } }) => {
      if (forumId !== undefined) await getForum(app, forumId);
      const {
        pinned,
        items: threads,
        next: older,
      } = await listThreads(app, viewer, {
        forumId,
        before: parseCursor(after),
        ...wanted,
      });
      return {
        data: {
          pinned: pinned.map((thread) => toThreadRecord(app, thread)),
          threads: threads.map((thread) => toThreadRecord(app, thread)),
        },
        ...nextPlace(older),
      };
    },
  }),
  app.get({
    path: '/apis/php/forums/thread/{id}',
    summary: 'Get a thread with a page of its replies',
    description: `${addition} Marks the returned page as read.`,
    params: ById,
    query: ThreadQuery,
    returns: PageEnvelope(OneThread),
    handle: async ({ app, viewer, params, query }) => {
      const shown = await getThread(app, viewer, params.id, pageAfter(query.after, 10_000_000) + 1);
      await markPageRead(app, viewer, shown);
      return { data: toOneThread(app, shown), ...nextPage(shown.page - 1, shown.page < shown.pages) };
    },
  }),
  member.post({
    path: '/apis/php/forums/thread',
    summary: 'Start a thread',
    description: addition,
    limit: often,
    body: NewThreadBody,
    returns: Envelope(PostRecord),
    example: { forum_id: '1', title: 'Which beans climb best?', text: 'On a *north* wall.' },
    handle: async ({ app, viewer, body }) => {
      const { forum_id: forumId, title, text, subscribe: follows = true } = body;
      const id = await startThread(app, viewer, { forumId, title, text, follows, paywall: toPaywall(body) });
      return { message: 'Started', data: toPostRecord(app, await getPost(app, viewer, id)) };
    },
  }),
  member.post({
    path: '/apis/php/forums/reply',
    summary: 'Reply to a thread',
    description: `${addition} Edit and delete replies like other posts.`,
    limit: often,
    body: NewReplyBody,
    returns: Envelope(PostRecord),
    example: { thread_id: '12', text: 'Runner beans.' },
    handle: async ({ app, viewer, body }) => {
      const { thread_id: threadId, text, quote_id: quoteId, subscribe = true } = body;
      const id = await addReply(app, viewer, { threadId, text, quoteId, follows: subscribe });
      return { message: 'Sent', data: toPostRecord(app, await getPost(app, viewer, id)) };
    },
  }),
  member.post({
    path: '/apis/php/forums/subscribe',
    summary: 'Follow or unfollow a thread',
    description: addition,
    limit: { by: ['account'], calls: 300, within: minutes(5) },
    body: SubscribeBody,
    returns: Done,
    example: { do: 'subscribe', thread_id: '12' },
    handle: async ({ app, viewer, body }) => {
      if (body.do === 'subscribe') await follow(app, viewer, body.thread_id);
      else await unfollow(app, viewer, body.thread_id);
      return { message: 'Done' };
    },
  }),
  member.post({
    path: '/apis/php/forums/read',
    summary: 'Mark one forum or all forums as read',
    description: addition,
    body: ReadBody,
    returns: Done,
    example: { forum_id: '1' },
    handle: async ({ app, viewer, body }) => {
      await markForumsRead(app, viewer, body.forum_id);
      return { message: 'Marked as read' };
    },
  }),
  member.post({
    path: '/apis/php/forums/moderate',
    summary: 'Pin, close, rename, move, split or merge a thread',
    description: `${addition} Allowed for moderators, including those of the forum. Returns the thread, the new thread after a split, or the post that the thread became after a merge.`,
    limit: { by: ['account'], calls: 300, within: minutes(5) },
    body: ModerateBody,
    returns: Envelope(PostRecord),
    example: { do: 'move', thread_id: '12', forum_id: '2' },
    handle: async ({ app, viewer, body }) => {
      if (body.do === 'split' && !body.reply_ids?.length)
        throw invalid('reply_ids', t('Choose at least one reply'));
      const targetId = await actOnThread(app, viewer, body.thread_id, body.do, {
        title: body.title,
        forumId: body.forum_id,
        intoId: body.into_id,
        replyIds: body.reply_ids ?? [],
        andAfter: body.and_after ?? false,
      });
      return { message: 'Done', data: toPostRecord(app, await getPost(app, viewer, targetId)) };
    },
  }),
  ...operatorForumRoutes,
];
