import { Type } from 'typebox';
import { ById } from '../../kernel/input.ts';
import { invalid, msg } from '../../kernel/problem.ts';
import { operations } from '../../platform/http/endpoint.ts';
import {
  Done,
  Envelope,
  nextPage,
  nextPlace,
  pageAfter,
  PageEnvelope,
} from '../../platform/http/families/social.ts';
import { followThread, unfollowThread } from '../notifications/thread-subscriptions.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { PostRecord, toPostRecord } from '../posts/records/post-record.ts';
import { toPaywall } from '../posts/requests/paywall.ts';
import {
  addForum,
  addSection,
  archiveForum,
  deleteForum,
  deleteSection,
  listSections,
  updateForum,
  updateSection,
} from './forums.ts';
import { getForum } from './forum.ts';
import { listForums } from './list-forums.ts';
import { actOnThread } from './moderating/acts.ts';
import { addModerator, findByUsername, removeModerator } from './moderators.ts';
import { getThread } from './threads/get-thread.ts';
import { listThreads, parseCursor } from './threads/list-threads.ts';
import { markSolution, unmarkSolution } from './threads/solutions.ts';
import { addReply, markForumsRead, markPageRead, startThread } from './threads/posting.ts';
import {
  ForumBody,
  ModerateBody,
  ModeratorBody,
  NewReplyBody,
  NewThreadBody,
  OneThread,
  ReadBody,
  SectionBody,
  SectionRecord,
  SolutionBody,
  SubscribeBody,
  ThreadQuery,
  ThreadRecord,
  ThreadsQuery,
  toOneThread,
  toSectionRecord,
  toThreadRecord,
} from './wire.ts';

const description = 'Extension. For operators.';
const operator = operations('Forums', 'operator');

function given(field: string, id: string | undefined): string {
  if (id === undefined) throw invalid(field, msg('{field} is required', { field }));
  return id;
}

const operatorForumRoutes = [
  operator.post({
    path: '/apis/php/forums/section',
    verb: addSection,
    summary: 'Create, update or delete a forum section',
    description,
    body: SectionBody,
    returns: Envelope(Type.Object({ section_id: Type.String() })),
    example: { do: 'add', title: 'House and garden' },
    handle: async ({ app, viewer, body }) => {
      if (body.do === 'add') return { data: { section_id: await addSection(app, viewer, body.title ?? '') } };
      const id = given('section_id', body.section_id);
      if (body.do === 'delete') await deleteSection(app, viewer, id);
      else {
        const before = (await listSections(app)).find((section) => section.id === id);
        const { title = before?.title ?? '', position = before?.position ?? 0 } = body;
        await updateSection(app, viewer, { id, title, position });
      }
      return { message: 'Done', data: { section_id: id } };
    },
  }),
  operator.post({
    path: '/apis/php/forums/forum',
    verb: addForum,
    summary: 'Create, update, archive, reopen or delete a forum',
    description: `${description} What an update omits stays as it was; its threads go to \`move_to\` when it is deleted.`,
    body: ForumBody,
    returns: Envelope(Type.Object({ forum_id: Type.String() })),
    example: { do: 'add', section_id: '1', title: 'Garden', description: 'What grows' },
    handle: async ({ app, viewer, body }) => {
      const {
        title = '',
        description = '',
        position,
        section_id: section,
        parent_id: parentId = null,
        has_solutions: hasSolutions,
      } = body;
      if (body.do === 'add') {
        const sectionId = given('section_id', section);
        const forum = { sectionId, parentId, title, description, position, hasSolutions };
        const id = await addForum(app, viewer, forum);
        return { data: { forum_id: id } };
      }
      const id = given('forum_id', body.forum_id);
      if (body.do === 'update') {
        const before = await getForum(app, id);
        await updateForum(app, viewer, {
          id,
          sectionId: section ?? before.sectionId,
          parentId: body.parent_id === undefined ? before.parentId : body.parent_id,
          title: body.title ?? before.title,
          description: body.description ?? before.description,
          position,
          hasSolutions,
        });
      } else if (body.do === 'delete') await deleteForum(app, viewer, id, body.move_to);
      else await archiveForum(app, viewer, id, body.do === 'archive');
      return { message: 'Done', data: { forum_id: id } };
    },
  }),
  operator.post({
    path: '/apis/php/forums/moderator',
    verb: addModerator,
    summary: 'Add or remove a moderator of a forum',
    description,
    body: ModeratorBody,
    returns: Done,
    example: { do: 'add', forum_id: '1', username: 'ada' },
    handle: async ({ app, viewer, body: { do: act, forum_id: forumId, username } }) => {
      if (act === 'add') await addModerator(app, viewer, forumId, username);
      else await removeModerator(app, viewer, forumId, await findByUsername(app, username));
      return { message: 'Done' };
    },
  }),
];

const addition = 'Extension.';
const tag = 'Forums';
const member = operations(tag, 'member');
const app = operations(tag, 'app');

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
      return { data: toOneThread(app, viewer, shown), ...nextPage(shown.page - 1, shown.page < shown.pages) };
    },
  }),
  member.post({
    path: '/apis/php/forums/thread',
    verb: startThread,
    summary: 'Start a thread',
    description: addition,
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
    verb: addReply,
    summary: 'Reply to a thread',
    description: `${addition} Edit and delete replies like other posts.`,
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
    path: '/apis/php/forums/solution',
    verb: markSolution,
    summary: 'Mark a reply as the solution of its thread, or undo that',
    description: `${addition} Allowed for the author of an open thread, and for moderators. Replaces an earlier solution.`,
    body: SolutionBody,
    returns: Done,
    example: { do: 'mark', reply_id: '13' },
    handle: async ({ app, viewer, body }) => {
      await (body.do === 'mark' ? markSolution : unmarkSolution)(app, viewer, body.reply_id);
      return { message: 'Done' };
    },
  }),
  member.post({
    path: '/apis/php/forums/subscribe',
    verb: followThread,
    summary: 'Follow or unfollow a thread',
    description: addition,
    body: SubscribeBody,
    returns: Done,
    example: { do: 'subscribe', thread_id: '12' },
    handle: async ({ app, viewer, body }) => {
      if (body.do === 'subscribe') await followThread(app, viewer, body.thread_id);
      else await unfollowThread(app, viewer, body.thread_id);
      return { message: 'Done' };
    },
  }),
  member.post({
    path: '/apis/php/forums/read',
    verb: markForumsRead,
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
    verb: actOnThread,
    summary: 'Pin, close, rename, move, split or merge a thread',
    description: `${addition} Allowed for moderators, including those of the forum. Returns the thread, the new thread after a split, or the post that the thread became after a merge.`,
    body: ModerateBody,
    returns: Envelope(PostRecord),
    example: { do: 'move', thread_id: '12', forum_id: '2' },
    handle: async ({ app, viewer, body }) => {
      if (body.do === 'split' && !body.reply_ids?.length)
        throw invalid('reply_ids', msg('Choose at least one reply'));
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
