import assert from 'node:assert/strict';
import pg from 'pg';
import type { KyselyPlugin } from 'kysely';
import { addAnswer } from '../../src/social/questions/answers.ts';
import { askQuestion } from '../../src/social/questions/questions.ts';
import { addComment } from '../../src/social/comments/comments.ts';
import { pathOf } from '../../src/social/posts/paths.ts';
import { publishPost } from '../../src/social/posts/publishing.ts';
import { getPost } from '../../src/social/posts/reading/get-posts.ts';
import { learnWords } from '../../src/social/search/learn-words.ts';
import { addForum, addSection } from '../../src/social/forums/forums.ts';
import { startThread } from '../../src/social/forums/threads/posting.ts';
import { sendMessage } from '../../src/social/chat/messages/messages.ts';
import { connect } from '../../src/social/relationships/connect.ts';
import type { TestApp } from '../app.ts';
import { testCommittingHop } from '../ask-hop.ts';
import { testCommittingPlaza } from '../ask-plaza.ts';
import { addLink } from '../links.ts';
import { addPerson } from '../world.ts';

/** Maximum statements per page. */
const max = 8;
/** Maximum round trips of a page of a person whose session is remembered. */
const maxInARow = 4;
/** Searches are limited in time by a transaction. A conversation counts what is unread after it is marked as read. */
const others: readonly [RegExp, number][] = [
  [/^\/search/, 8],
  [/^\/messages\/\d/, 5],
  [/sales$/, 7],
];

interface Counted {
  statements: number;
  /** The longest row of statements of which each began after another had ended. */
  inARow: number;
}

/** Starts to count the statements of the services. */
function countStatements(app: TestApp): () => Counted {
  let counted: Counted = { statements: 0, inARow: 0 };
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    // Called once per statement. `transformQuery` is also called for nested queries.
    transformResult({ result }) {
      counted.statements += 1;
      return Promise.resolve(result);
    },
  };
  Object.assign(app, { db: app.db.withPlugin(counting) });
  const query = Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown;
  Reflect.set(pg.Client.prototype, 'query', function (this: pg.Client, ...args: unknown[]) {
    const place = counted.inARow + 1;
    const current = counted;
    const result = query.apply(this, args);
    if (result instanceof Promise)
      result.then(
        () => (current.inARow = Math.max(current.inARow, place)),
        () => undefined,
      );
    return result;
  });
  return () => {
    const before = counted;
    counted = { statements: 0, inARow: 0 };
    return before;
  };
}

/** Requests each page twice, because occasional writes such as visits are not part of a page's cost. */
async function checkAll(
  app: TestApp,
  paths: readonly string[],
  ask: (path: string) => Promise<{ status: number; text: string }>,
  mostInARow = Infinity,
): Promise<void> {
  const counted = countStatements(app);
  const counts: Record<string, Counted> = {};
  const isTooMany = (path: string, { statements, inARow }: Counted) =>
    statements > max || inARow > (others.find(([page]) => page.test(path))?.[1] ?? mostInARow);
  for (const path of paths) {
    await ask(path);
    // What is sent together may be answered one after the other, so the least of some counts is that of the page.
    for (let attempt = 0; attempt < 4; attempt += 1) {
      counted();
      const { status, text } = await ask(path);
      assert.equal(status, 200, `${path}: ${text.slice(0, 200)}`);
      const now = counted();
      if (!counts[path] || now.inARow < counts[path].inARow) counts[path] = now;
      if (!isTooMany(path, counts[path])) break;
    }
  }
  assert.ok(
    Object.values(counts).every(({ statements, inARow }) => statements > 0 && inARow > 0),
    'nothing was counted',
  );
  const tooMany = Object.entries(counts).filter(([path, each]) => isTooMany(path, each));
  assert.deepEqual(tooMany, [], `pages with more than ${max} statements, or ${mostInARow} in a row`);
}

const plain = { photos: [], privacy: 'public' } as const;

testCommittingPlaza(
  'pages of Plaza need few statements',
  async ({ app, plaza, olga, ada, bob, carol }) => {
    const dora = await addPerson(app, 'dora');
    await connect(app, ada, 'follow', bob.id);
    await connect(app, ada, 'follow', carol.id);
    await connect(app, ada, 'block', dora.id);
    const posts = [];
    for (const author of [ada, bob, carol])
      posts.push(await publishPost(app, author, { ...plain, text: `By ${author.username} #bread` }));
    const [, postId = ''] = posts;
    await publishPost(app, ada, { ...plain, text: 'See', quoteId: postId });
    await addComment(app, carol, postId, 'Good');
    const asked = [];
    for (const title of ['How do I keep bread fresh?', 'How do I keep bread warm?'])
      asked.push(await askQuestion(app, bob, { title, text: `${title} Mine is stale.`, tags: 'bread' }));
    const [questionId = ''] = asked;
    let answerId = '';
    for (const author of [ada, carol])
      answerId = await addAnswer(app, author, questionId, `In a **box**, says ${author.username}.`);
    const sectionId = await addSection(app, olga, 'Rooms');
    const forumId = await addForum(app, olga, {
      sectionId,
      parentId: null,
      title: 'Kitchen',
      description: '',
    });
    const threadId = await startThread(app, bob, {
      forumId,
      title: 'Ovens',
      text: 'Which one?',
      follows: true,
    });
    const { conversationId } = await sendMessage(app, ada, { text: 'Fresh?', recipients: [bob.id] });
    const addressOf = async (id: string) => encodeURI(pathOf(await getPost(app, ada, id)));
    await publishPost(app, bob, { ...plain, text: 'Photography of bread' });
    await learnWords(app);
    // A correction that finds a person too, and that is too frequent to be read at once.
    await addPerson(app, 'bread');
    await app.db.updateTable('social.search_word').set({ n: 1000 }).where('word', '=', 'bread').execute();
    await checkAll(
      app,
      [
        '/lists',
        '/settings/filters',
        '/settings/hashtags',
        '/people/requests',
        '/settings/digest',
        '/',
        '/?sort=top',
        '/discover',
        '/@bob',
        '/@ada',
        '/@bob/followers',
        await addressOf(postId),
        await addressOf(questionId),
        `${await addressOf(questionId)}?answer=${answerId}`,
        await addressOf(threadId),
        `/forums/${forumId}/kitchen`,
        '/forums',
        '/questions',
        '/questions?sort=votes',
        '/articles',
        '/people',
        '/trending',
        '/notifications',
        `/?before=${BigInt(postId) + 1n}`,
        '/messages',
        `/messages/${conversationId}`,
        '/messages/new',
        '/settings/monetization/sales',
        '/saved',
        '/pages',
        '/glossary',
        '/settings',
        '/search?q=bread',
        '/search?q=keep+bread&type=questions',
        '/search?q=bob',
        '/search?q=bread+from:bob+after:2020',
        '/search?q=photograpy',
        '/search?q=bread+photograpy',
        '/search?q=breda',
      ],
      (path) => plaza.page(ada, path),
      maxInARow,
    );
  },
  { SESSION_CACHE_SECONDS: 2 },
);

testCommittingHop('pages of Hop need few statements', async ({ app, asAda }) => {
  const link = await addLink(app, 'spring');
  await addLink(app, 'summer');
  await asAda.api('PUT', `/api/url/${link.id}/update`, { url: 'https://example.com/spring', tags: 'Warm' });
  await checkAll(
    app,
    [
      '/dashboard',
      '/dashboard?sort=click',
      '/dashboard?sort=last',
      '/dashboard?sort=alias',
      '/dashboard?q=spring',
      '/dashboard?q=spring&sort=click',
      '/dashboard/statistics',
      '/dashboard/statistics?range=12m',
      '/dashboard/statistics/by/link',
      `/dashboard/links/${link.id}`,
      `/dashboard/links/${link.id}?range=12m`,
      `/dashboard/links/${link.id}/edit`,
    ],
    (path) => asAda.page(path),
  );
  await checkAll(
    app,
    ['/api/urls', '/api/urls?order=click', '/api/urls?q=spring', `/api/url/${link.id}`],
    async (path) => {
      const { status, body } = await asAda.api('GET', path);
      return { status, text: JSON.stringify(body) };
    },
  );
});
