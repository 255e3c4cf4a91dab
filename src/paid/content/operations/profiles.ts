import { Type } from 'typebox';
import { isInPaidCalls } from '../../../identity/account/privacy.ts';
import { livePeople } from '../../../identity/account/people.ts';
import { missing } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { getProfiles, type Profile } from '../../../social/people/profile.ts';
import { paidOperation, byItems, fixed } from '../../operation.ts';
import { countOffered, listOffered } from '../../../social/posts/reading/offered-posts.ts';
import { Cursor, examplePost, Limit, listShape, toList } from '../records/fields.ts';
import { authorsOf, PaidPost, toPostRecords } from '../records/post-record.ts';
import { ProfileRecord, toProfileRecord } from '../records/profile-record.ts';
import { linksToMarkdown, listToMarkdown } from '../to-markdown.ts';

const Username = Type.Optional(
  Type.String({ minLength: 1, maxLength: 100, description: 'Username. Defaults to the newest member' }),
);

/** Returns a member who has not opted out: by username, or the newest one. */
async function getOfferedProfile(app: App, username: string | undefined): Promise<Profile> {
  const people = app.db
    .selectFrom(livePeople('person'))
    .where(isInPaidCalls('person.id'))
    .where('person.is_former', '=', false)
    .select('person.id');
  const found = await (
    username === undefined
      ? people.orderBy('person.id', 'desc').limit(1)
      : people.where('person.username_key', '=', username.toLowerCase().replace(/^@/, ''))
  ).executeTakeFirst();
  const [profile] = found ? await getProfiles(app, undefined, [found.id]) : [];
  if (!profile) throw missing('Profile');
  return profile;
}

interface Input {
  username?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

const wantedOf = async (app: App, { username, limit, cursor }: Input) => ({
  authorId: (await getOfferedProfile(app, username)).id,
  before: cursor,
  limit,
});

export const profileOperations = [
  paidOperation({
    path: '/api/profile',
    title: 'Profile',
    summary: 'Retrieve a public profile with its counts',
    tag: 'Content',
    price: fixed(),
    input: Type.Object({ username: Username }),
    output: ProfileRecord,
    example: {
      input: { username: 'ada' },
      output: {
        type: 'person',
        username: 'ada',
        name: 'Ada Lovelace',
        url: 'https://plaza.example/@ada',
        biography: 'Bakes, and writes about it.',
        picture_url: 'https://plaza.example/files/photos/2026/11/ada.webp',
        cover_url: null,
        verified: true,
        joined_at: '2026-01-15T09:00:00.000Z',
        counts: { posts: 128, followers: 640, following: 75, friends: 31 },
      },
    },
    answer: async (app, { username }) => toProfileRecord(app, await getOfferedProfile(app, username)),
    authors: ({ username }) => [username],
    markdown: (_app, { name, url, biography, counts }) =>
      linksToMarkdown(name, [
        { name: url, url, about: biography },
        { name: 'Posts', url, about: `${counts.posts} posts, ${counts.followers} followers` },
      ]),
  }),
  paidOperation({
    path: '/api/profile/posts',
    title: 'Posts of a profile',
    summary: 'List the newest public posts, articles, threads and questions of a member',
    tag: 'Content',
    price: byItems(),
    input: Type.Object({ username: Username, limit: Limit, cursor: Cursor }),
    output: listShape(PaidPost),
    example: { input: { username: 'ada', limit: 1 }, output: toList([examplePost], '1024') },
    items: async (app, input) => countOffered(app, await wantedOf(app, input)),
    answer: async (app, input) => {
      const { posts, next } = await listOffered(app, await wantedOf(app, input));
      return toList(await toPostRecords(app, posts), next);
    },
    authors: ({ items }) => authorsOf(items),
    markdown: (_app, { items }) => listToMarkdown('Posts', items),
  }),
];
