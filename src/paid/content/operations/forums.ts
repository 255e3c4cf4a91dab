import { Type, type Static } from 'typebox';
import type { App } from '../../../platform/app.ts';
import { listForums } from '../../../social/forums/list-forums.ts';
import { type ForumInIndex, pathOfForum } from '../../../social/forums/forum.ts';
import { getThread } from '../../../social/forums/threads/get-thread.ts';
import { paidOperation, byItems, fixed } from '../../operation.ts';
import { onlyOffered, getOffered } from '../../../social/posts/reading/offered-posts.ts';
import {
  Cursor,
  paidPostExample,
  Limit,
  listShape,
  OptionalId,
  orNull,
  toList,
  Url,
} from '../records/fields.ts';
import { authorsOf, postFields, PaidPost, toPaidPost, toPostRecords } from '../records/post-record.ts';
import { linksToMarkdown, paidPostToMarkdown } from '../to-markdown.ts';

const ForumRecord = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String({ description: 'The description, which may be empty' }),
  url: Url,
  section: Type.String(),
  parent_id: orNull(Type.String({ description: 'The parent forum' })),
  archived: Type.Boolean({ description: 'Closed to new threads' }),
  counts: Type.Object({ threads: Type.Integer(), replies: Type.Integer() }),
});

const exampleForum: Static<typeof ForumRecord> = {
  id: '3',
  name: 'Bread',
  description: 'All trending content',
  url: 'https://plaza.example/forums/3/bread',
  section: 'Kitchen',
  parent_id: null,
  archived: false,
  counts: { threads: 58, replies: 912 },
};

/** Lists every forum in the order of the index. */
async function listAll(app: App): Promise<Static<typeof ForumRecord>[]> {
  const sections = await listForums(app, undefined);
  const flat = (section: string, forums: readonly ForumInIndex[]): Static<typeof ForumRecord>[] =>
    forums.flatMap(({ below, ...forum }) => [
      {
        id: forum.id,
        name: forum.title,
        description: forum.description,
        url: `${app.config.plazaUrl}${pathOfForum(forum)}`,
        section,
        parent_id: forum.parentId,
        archived: forum.archivedAt !== null,
        counts: { threads: forum.threads, replies: forum.replies },
      },
      ...flat(section, below),
    ]);
  return sections.flatMap(({ title, forums }) => flat(title, forums));
}

async function listPart(app: App, { limit, cursor }: { limit: number; cursor?: string | undefined }) {
  const all = await listAll(app);
  const start = cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor) + 1;
  const items = all.slice(start, start + limit);
  return toList(items, start + limit < all.length ? (items.at(-1)?.id ?? null) : null);
}

const ThreadRecord = Type.Object({
  ...postFields,
  forum: Type.Object({ id: Type.String(), name: Type.String(), url: Url }),
  locked: Type.Boolean({ description: 'Closed to new replies' }),
  solution_id: orNull(Type.String({ description: 'The reply that is its solution' })),
  page: Type.Integer(),
  pages: Type.Integer({ description: 'Number of pages of replies' }),
  replies: Type.Array(PaidPost, { description: 'In chronological order, 20 per page' }),
});

export const forumOperations = [
  paidOperation({
    path: '/api/forums',
    title: 'Forums',
    summary: 'List the forums with their sections and counts',
    tag: 'Content',
    price: byItems(),
    input: Type.Object({ limit: Limit, cursor: Cursor }),
    output: listShape(ForumRecord),
    example: { input: { limit: 1 }, output: toList([exampleForum], '3') },
    items: async (app, input) => (await listPart(app, input)).count,
    answer: listPart,
    markdown: (_app, { items }) =>
      linksToMarkdown(
        'Forums',
        items.map(({ name, url, description }) => ({ name, url, about: description })),
      ),
  }),
  paidOperation({
    path: '/api/thread',
    title: 'Thread',
    summary: 'Retrieve a forum thread with a page of its replies',
    tag: 'Content',
    price: fixed(),
    input: Type.Object({
      id: OptionalId,
      page: Type.Integer({
        minimum: 1,
        maximum: 100_000,
        default: 1,
        description: 'Page number of the replies',
      }),
    }),
    output: ThreadRecord,
    example: {
      input: { id: '1024' },
      output: {
        ...paidPostExample('thread', 'Why does my starter smell?', 'It is day five and …'),
        forum: { id: '3', name: 'Bread', url: 'https://plaza.example/forums/3/bread' },
        locked: false,
        solution_id: null,
        page: 1,
        pages: 1,
        replies: [paidPostExample('reply', '', 'That is normal on day five.')],
      },
    },
    answer: async (app, { id, page }) => {
      const { id: found } = await getOffered(app, ['thread'], id);
      const thread = await getThread(app, undefined, found, page);
      const replies = await onlyOffered(
        app,
        thread.replies.map(({ post }) => post),
      );
      return {
        ...(await toPaidPost(app, thread.post)),
        forum: {
          id: thread.forum.id,
          name: thread.forum.title,
          url: `${app.config.plazaUrl}${pathOfForum(thread.forum)}`,
        },
        locked: thread.post.lockedAt !== null || thread.forum.isArchived,
        solution_id: thread.solution?.post.id ?? null,
        page: thread.page,
        pages: thread.pages,
        replies: await toPostRecords(app, replies),
      };
    },
    authors: ({ replies, ...thread }) => authorsOf([thread, ...replies]),
    markdown: (_app, { replies, ...thread }) => paidPostToMarkdown(thread, replies),
  }),
];
