// Every kind of group x every viewer x every place where its posts could appear: no leaks, and nothing withheld.
import assert from 'node:assert/strict';
import type { Viewer } from '../../../src/platform/app.ts';
import { groupKinds, type GroupKind } from '../../../src/social/access/group.ts';
import { addGroup } from '../../../src/social/groups/groups.ts';
import { claimDelivery } from '../../../src/social/notifications/mail.ts';
import { pathOf } from '../../../src/social/posts/paths.ts';
import { block } from '../../../src/social/relationships/blocks.ts';
import { addReport } from '../../../src/social/reports/reports.ts';
import { testPlaza } from '../../ask-plaza.ts';
import { checkedPaths, documents, ofOnePost, operations } from './privacy-places.ts';
import { createTrends } from './privacy-world.ts';
import { addPeople, fill, type Filled, marker, names, type People } from './group-world.ts';

/** Those who read what the author writes in each kind of group. The operator reads it only if it is reported. */
const readers: Readonly<Record<GroupKind, readonly string[]>> = {
  public: ['owner', 'leader', 'member', 'elsewhere', 'former', 'stranger', 'friend', 'moderator', 'olga'],
  closed: ['owner', 'leader', 'member'],
  secret: ['owner', 'leader', 'member'],
};

const pagesOf = ({ kind, id, postId, articleId, questionId, answerId }: Filled) => [
  ...[`/groups/${id}`, `/groups/${id}/about`, `/groups/${id}/members`, `/groups/${id}/manage`],
  ...[`/posts/${postId}`, `/posts/${postId}/edit`, `/posts/${postId}/menu`, `/posts/${postId}/shares`],
  ...[`/posts/${postId}/statistics`, `/compose?quote=${postId}`, `/report?handle=post&id=${postId}`],
  ...['', '/members', '/requests', '/bans', '/log', '/posts'].map(
    (list) => `/apis/php/groups${list === '' ? '/group' : list}?id=${id}`,
  ),
  ...[postId, articleId, questionId, answerId].flatMap(ofOnePost),
  ...[`/articles/${articleId}`, `/articles/${articleId}/edit`, `/questions/${questionId}`],
  encodeURI(pathOf({ id: questionId, kind: 'question', title: marker(kind, 'question'), parentId: null })),
  ...[`/questions/edit/${questionId}`, `/questions/edit/${answerId}`, `/questions/similar?title=zq`],
  ...[`/apis/php/articles/article/${articleId}`, `/apis/php/questions/question/${questionId}`],
  ...[`/articles/new?group=${id}`, `/questions/new?group=${id}`],
];

const sharedPlaces = [
  ...checkedPaths,
  ...operations,
  ...['/groups', '/groups?list=mine', '/groups?q=zq', '/apis/php/groups', '/apis/php/groups?list=mine'],
  ...['/@owner/photos', '/search?q=zq&type=photos', '/lists', '/activity'],
  ...groupKinds.map((kind) => `/hashtag/${marker(kind, 'tag')}`),
  ...groupKinds.map((kind) => `/search?q=${marker(kind, 'post')}`),
  ...groupKinds.map((kind) => `/apis/php/search?q=${marker(kind, 'comment')}`),
];

/** Parts that who finds a group sees without reading it. */
const isOutside = (part: string, kind: GroupKind, viewer: string) =>
  (part === 'title' || part === 'about') && kind !== 'secret' && viewer !== 'visitor' && viewer !== 'banned';

testPlaza('posts of groups appear nowhere for people who do not read the group', async (world) => {
  const { app, plaza } = world;
  const people = await addPeople(world);
  const groups: Filled[] = [];
  for (const kind of groupKinds) groups.push(await fill(world, people, kind));
  // A member elsewhere has a group of their own.
  await addGroup(app, people.elsewhere, {
    kind: 'closed',
    title: 'Own',
    about: '',
    rules: '',
    questions: [],
  });
  await createTrends(app);
  await block(app, people.owner, people.blocked.id);
  const leaks: string[] = [];

  const check = (viewer: string, place: string, text: string): Set<string> => {
    const found = new Set<string>();
    for (const [whole, kind = '', part = ''] of text.matchAll(/zq(public|closed|secret)([a-z]+)qz/g)) {
      // The page repeats what was searched for.
      if (place.includes(whole)) continue;
      found.add(whole);
      const isMember = ['owner', 'leader', 'member'].includes(viewer);
      const reads = readers[kind as GroupKind].includes(viewer);
      const isOwnComment = part === 'answer' && viewer === 'former' && kind === 'public';
      const isBlockedMember = viewer === 'blocked' && ['title', 'about'].includes(part); // Still a member of each group.
      if (part === 'reason' ? isMember && viewer !== 'owner' : reads || isOwnComment || isBlockedMember)
        continue;
      if (!isOutside(part, kind as GroupKind, viewer)) leaks.push(`${viewer} reads ${whole} at ${place}`);
    }
    return found;
  };
  const read = async (viewer: string, place: string, accept = 'text/html') => {
    const who = viewer === 'visitor' ? undefined : people[viewer as keyof People];
    const url = place.replace('OWNER', people.owner.id);
    if (!url.startsWith('/apis/')) return (await plaza.page(who, url, { accept })).text;
    return JSON.stringify((await plaza.api(who, 'GET', url)).body);
  };

  for (const viewer of [...names, 'moderator', 'olga', 'visitor']) {
    const seen = new Set<string>();
    for (const place of [...sharedPlaces, ...groups.flatMap(pagesOf)])
      for (const found of check(viewer, place, await read(viewer, place))) seen.add(found);
    for (const { postId, id, articleId, questionId } of groups)
      for (const place of [
        ...[`/posts/${postId}`, `/groups/${id}`],
        ...[`/articles/${articleId}`, `/questions/${questionId}`],
      ])
        check(viewer, `${place} as Markdown`, await read(viewer, place, 'text/markdown'));
    for (const { kind, path } of groups) await checkFile(kind, viewer, path);
    for (const { kind } of groups)
      for (const part of [
        'post',
        'part',
        'alt',
        'comment',
        'headline',
        'essay',
        'question',
        'details',
        'reply',
      ])
        if (readers[kind].includes(viewer) && !seen.has(marker(kind, part)))
          leaks.push(`${viewer} may read ${marker(kind, part)}, but finds it nowhere`);
  }
  for (const place of documents) check('visitor', place, await read('visitor', place));
  await checkNotifications();
  assert.deepEqual(leaks, []);

  /** Without credentials, files of groups are never public, and an address of a reader is of no use to others. */
  async function checkFile(kind: GroupKind, viewer: string, path: string): Promise<void> {
    const who = viewer === 'visitor' ? undefined : people[viewer as keyof People];
    for (const size of [path, path.replace('.webp', '-small.webp')]) {
      const { status, headers } = await plaza.page(who, `/content/uploads/${size}`);
      // Moderators see every file, to decide reports.
      const mayRead = readers[kind].includes(viewer) || viewer === 'moderator' || viewer === 'olga';
      if ((status === 200) !== mayRead) leaks.push(`${viewer} gets ${status} for the picture of ${kind}`);
      if (status === 200) assert.match(String(headers['cache-control']), /private/);
    }
  }

  async function checkNotifications(): Promise<void> {
    for (const viewer of names) {
      const rows = await app.db
        .selectFrom('social.notification')
        .where('account_id', '=', people[viewer].id)
        .select('id')
        .execute();
      for (const { id } of rows)
        check(
          viewer,
          'push',
          JSON.stringify((await claimDelivery(app, id, 'pushed_at'))?.notification ?? ''),
        );
    }
  }
});

testPlaza('posts of groups are not shared, quoted, sold or moved out', async (world) => {
  const { app, plaza } = world;
  const people = await addPeople(world);
  for (const kind of groupKinds) {
    const { id, postId, articleId, questionId } = await fill(world, people, kind);
    const attempts: [Viewer, string, object, number][] = [
      [people.member, '/apis/php/posts/share', { id: postId, text: 'Look' }, 403],
      [people.banned, '/apis/php/posts/share', { id: postId, text: 'Look' }, 404],
      [people.member, '/apis/php/posts/post', { text: 'Look', quote_id: postId, privacy: 'public' }, 403],
      [
        people.friend,
        '/apis/php/posts/comment',
        { post_id: postId, text: 'Hello' },
        kind === 'public' ? 403 : 404,
      ],
      [
        people.former,
        '/apis/php/posts/comment',
        { post_id: postId, text: 'Hello' },
        kind === 'public' ? 403 : 404,
      ],
      [people.banned, '/apis/php/posts/react', { do: 'react', post_id: postId, reaction: 'like' }, 404],
      [people.stranger, '/apis/php/groups/posts', { id, text: 'Hello' }, kind === 'secret' ? 404 : 403],
      [people.banned, '/apis/php/groups/posts', { id, text: 'Hello' }, 404],
      [
        people.owner,
        '/apis/php/groups/posts',
        { id, text: 'Buy', for_subscriptions: true, paid_text: 'x' },
        400,
      ],
      [people.owner, '/apis/php/groups/pin', { id, post_id: postId }, 403],
      [people.banned, '/apis/php/groups/join', { id }, 404],
      [people.stranger, '/apis/php/articles/article', { title: 'A', text: 'B', group_id: id }, 404],
      [people.banned, '/apis/php/questions/question', { title: 'A', text: 'B', group_id: id }, 404],
      [
        people.stranger,
        '/apis/php/questions/answer',
        { question_id: questionId, text: 'Hello' },
        kind === 'public' ? 403 : 404,
      ],
      [people.member, '/apis/php/posts/share', { id: articleId, text: 'Look' }, 403],
      [people.member, '/apis/php/posts/share', { id: questionId, text: 'Look' }, 403],
    ];
    for (const [who, url, body, status] of attempts) {
      const answer = await plaza.api(who, 'POST', url, body);
      assert.equal(
        answer.status,
        status,
        `${who.username} in a ${kind} group: ${url} ${answer.body.message}`,
      );
    }
    await plaza.form(people.owner, `/posts/${postId}/edit`, { text: `Edited in ${kind}`, privacy: 'public' });
    const stored = await app.db
      .selectFrom('social.post')
      .where('id', '=', postId)
      .select(['text', 'privacy', 'group_id'])
      .executeTakeFirstOrThrow();
    assert.deepEqual(stored, { text: `Edited in ${kind}`, privacy: 'group', group_id: id });
  }
});

testPlaza(
  'a reported post of a secret group is seen by moderators of the site, who see no others',
  async (world) => {
    const { app, plaza } = world;
    const people = await addPeople(world);
    const { postId } = await fill(world, people, 'secret');
    assert.equal((await plaza.page(people.moderator, `/posts/${postId}`)).status, 404);
    const { id: category } = await app.db
      .selectFrom('social.report_category')
      .select('id')
      .executeTakeFirstOrThrow();
    await addReport(app, people.member, { subject: 'post', id: postId, category, reason: '' });
    assert.equal((await plaza.page(people.moderator, `/posts/${postId}`)).status, 200);
    assert.equal((await plaza.page(people.stranger, `/posts/${postId}`)).status, 404);
  },
);
