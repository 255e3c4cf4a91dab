import { Type, type Static } from 'typebox';
import { Id, idOf } from '../../kernel/input.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { After } from '../../platform/http/families/social.ts';
import { AuthorRecord, toAuthorRecord } from '../people/records.ts';
import { PaywallBody } from '../posts/requests/paywall.ts';
import { PostRecord, toPostRecord } from '../posts/records/post-record.ts';
import type { Person } from '../people/person.ts';
import { type Forum, type ForumInIndex, pathOfForum, pathOfThread, type SectionInIndex } from './forum.ts';
import { threadFilters, threadSorts } from './threads/list-threads.ts';
import { threadActs } from './moderating/acts.ts';
import type { ThreadPage } from './threads/get-thread.ts';
import { maySolve } from './threads/solutions.ts';
import type { ThreadRow } from './threads/thread.ts';

const Title = Type.String({ maxLength: 1000 });
const Text = Type.String({ maxLength: 200_000, description: 'Markdown' });
const Switch = Type.Boolean({ default: true, description: 'Receive notifications of replies' });
const Maybe = Type.Optional(Id);
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

const forumFields = {
  id: Type.String(),
  forum_id: Type.String({ description: 'The same as `id`' }),
  section_id: Type.String(),
  parent_id: Type.String({ description: 'Empty for a top-level forum' }),
  forum_name: Type.String(),
  forum_description: Type.String(),
  position: Type.Integer(),
  is_archived: Type.Boolean({ description: 'No new posts are accepted' }),
  has_solutions: Type.Boolean({ description: 'A reply can be marked as the solution of its thread' }),
  url: Type.String(),
};

const LastThread = Type.Object({
  thread_id: Type.String(),
  title: Type.String(),
  url: Type.String(),
  time: Type.String({ description: 'ISO 8601: time of the latest post' }),
  user: nullable(AuthorRecord),
});

const counted = {
  ...forumFields,
  threads: Type.Integer(),
  replies: Type.Integer(),
  is_unread: Type.Boolean({ description: 'Whether there are posts you have not read' }),
  last: nullable(LastThread),
};

const ForumRecord = Type.Object({
  ...counted,
  forums: Type.Array(Type.Object(counted), { description: 'Its subforums' }),
});

export const SectionRecord = Type.Object(
  {
    id: Type.String(),
    section_id: Type.String({ description: 'The same as `id`' }),
    section_name: Type.String(),
    position: Type.Integer(),
    forums: Type.Array(ForumRecord),
  },
  { title: 'Section' },
);

export const ThreadRecord = Type.Object(
  {
    id: Type.String(),
    thread_id: Type.String({ description: 'The same as `id`' }),
    forum_id: Type.String(),
    forum_name: Type.String(),
    title: Type.String(),
    url: Type.String(),
    author: AuthorRecord,
    time: Type.String({ description: 'ISO 8601' }),
    replies: Type.Integer(),
    unread: Type.Integer({
      description: 'Number of posts you have not read, up to 100, including the first post',
    }),
    last_time: Type.String({ description: 'ISO 8601' }),
    last_user: nullable(AuthorRecord),
    is_pinned: Type.Boolean(),
    is_closed: Type.Boolean(),
    is_solved: Type.Boolean({ description: 'A reply is marked as its solution' }),
    is_held: Type.Boolean({ description: 'Held for review' }),
    filtered: Type.String({ description: 'Your keyword filter that it matches; empty if none' }),
  },
  { title: 'Thread' },
);

export const ThreadsQuery = Type.Object({
  forum_id: Maybe,
  filter: Type.Optional(
    Type.Enum([...threadFilters], { description: '`solved` and `unsolved` require `forum_id`' }),
  ),
  sort: Type.Optional(Type.Enum([...threadSorts])),
  ...After,
});

export const OneThread = Type.Object(
  {
    thread: PostRecord,
    forum_id: Type.String(),
    forum_name: Type.String(),
    is_pinned: Type.Boolean(),
    is_closed: Type.Boolean(),
    is_solved: Type.Boolean(),
    solution_id: Type.String({
      description: 'The reply that is its solution; empty if there is none, or you cannot see it',
    }),
    may_solve: Type.Boolean({ description: 'Whether you can choose the solution' }),
    is_subscribed: Type.Boolean(),
    may_moderate: Type.Boolean(),
    replies: Type.Array(
      Type.Object({
        place: Type.Integer({ description: 'Position from 1; 20 positions per page' }),
        post: PostRecord,
      }),
    ),
  },
  { title: 'OneThread' },
);

export const ThreadQuery = Type.Object(After);

export const NewThreadBody = Type.Object(
  {
    forum_id: Id,
    title: Title,
    text: Text,
    subscribe: Type.Optional(Switch),
    ...PaywallBody,
  },
  { title: 'NewThreadBody' },
);
export const NewReplyBody = Type.Object(
  {
    thread_id: Id,
    text: Text,
    quote_id: Type.Optional(idOf('ID of a post of the same thread to quote')),
    subscribe: Type.Optional(Switch),
  },
  { title: 'NewReplyBody' },
);
export const SubscribeBody = Type.Object({
  do: Type.Enum(['subscribe', 'unsubscribe']),
  thread_id: Id,
});
export const SolutionBody = Type.Object(
  { do: Type.Enum(['mark', 'unmark']), reply_id: Id },
  { title: 'SolutionBody' },
);
export const ReadBody = Type.Object({ forum_id: Maybe });

export const ModerateBody = Type.Object(
  {
    do: Type.Enum([...threadActs], {
      description:
        'rename requires title; move requires forum_id; split requires title, reply_ids and and_after; merge requires into_id',
    }),
    thread_id: Id,
    title: Type.Optional(Title),
    forum_id: Maybe,
    into_id: Maybe,
    reply_ids: Type.Optional(Type.Array(Id, { maxItems: 500 })),
    and_after: Type.Optional(Type.Boolean({ description: 'Also move all replies after the last one' })),
  },
  { title: 'ModerateBody' },
);

export const SectionBody = Type.Object(
  {
    do: Type.Enum(['add', 'update', 'delete']),
    section_id: Maybe,
    title: Type.Optional(Title),
    position: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
  },
  { title: 'SectionBody' },
);
export const ForumBody = Type.Object(
  {
    do: Type.Enum(['add', 'update', 'archive', 'open', 'delete']),
    forum_id: Maybe,
    section_id: Maybe,
    parent_id: Type.Optional(nullable(Id)),
    title: Type.Optional(Title),
    description: Type.Optional(Type.String({ maxLength: 4000 })),
    position: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
    has_solutions: Type.Optional(
      Type.Boolean({ description: 'A reply can be marked as the solution of its thread' }),
    ),
    move_to: Maybe,
  },
  { title: 'ForumBody' },
);
export const ModeratorBody = Type.Object(
  {
    do: Type.Enum(['add', 'remove']),
    forum_id: Id,
    username: Type.String({ maxLength: 100 }),
  },
  { title: 'ModeratorBody' },
);

const toForumFields = ({ config }: App, forum: Forum) => ({
  id: forum.id,
  forum_id: forum.id,
  section_id: forum.sectionId,
  parent_id: forum.parentId ?? '',
  forum_name: forum.title,
  forum_description: forum.description,
  position: forum.position,
  is_archived: forum.archivedAt !== null,
  has_solutions: forum.solutionsAt !== null,
  url: `${config.plazaUrl}${pathOfForum(forum)}`,
});

const orNobody = (app: App, person: Person | null) => person && toAuthorRecord(app, person);

const toCounted = (app: App, forum: ForumInIndex) => ({
  ...toForumFields(app, forum),
  threads: forum.threads,
  replies: forum.replies,
  is_unread: forum.isUnread,
  last: forum.last && {
    thread_id: forum.last.id,
    title: forum.last.title,
    url: `${app.config.plazaUrl}${pathOfThread(forum.last)}`,
    time: forum.last.lastAt.toISOString(),
    user: orNobody(app, forum.last.lastBy),
  },
});

export const toSectionRecord = (app: App, section: SectionInIndex): Static<typeof SectionRecord> => ({
  id: section.id,
  section_id: section.id,
  section_name: section.title,
  position: section.position,
  forums: section.forums.map((forum) => ({
    ...toCounted(app, forum),
    forums: forum.below.map((below) => toCounted(app, below)),
  })),
});

export const toThreadRecord = (app: App, thread: ThreadRow): Static<typeof ThreadRecord> => ({
  id: thread.id,
  thread_id: thread.id,
  forum_id: thread.forum.id,
  forum_name: thread.forum.title,
  title: thread.title,
  url: `${app.config.plazaUrl}${pathOfThread(thread)}`,
  author: toAuthorRecord(app, thread.author),
  time: thread.createdAt.toISOString(),
  replies: thread.replies,
  unread: thread.unread,
  last_time: thread.lastAt.toISOString(),
  last_user: orNobody(app, thread.lastBy),
  is_pinned: thread.isPinned,
  is_closed: thread.isLocked,
  is_solved: thread.isSolved,
  is_held: thread.isHeld,
  filtered: thread.filteredBy ?? '',
});

export const toOneThread = (
  app: App,
  viewer: Viewer | undefined,
  shown: ThreadPage,
): Static<typeof OneThread> => ({
  thread: toPostRecord(app, shown.post),
  forum_id: shown.forum.id,
  forum_name: shown.forum.title,
  is_pinned: shown.thread.pinnedAt !== null,
  is_closed: shown.post.lockedAt !== null || shown.forum.isArchived,
  is_solved: shown.isSolved,
  solution_id: shown.solution?.post.id ?? '',
  may_solve: maySolve(shown, viewer) && (shown.forum.hasSolutions || shown.isSolved),
  is_subscribed: shown.subscription?.isOn ?? false,
  may_moderate: shown.mayModerate,
  replies: shown.replies.map(({ place, post }) => ({ place, post: toPostRecord(app, post) })),
});
