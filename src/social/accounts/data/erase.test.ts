import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { deleteDueAccounts } from '../../../identity/account-deletion/erasing.ts';
import { requestAccountDeletion } from '../../../identity/account-deletion/account-deletion.ts';
import { inviteToSignUp } from '../../../identity/sign-up/invitations.ts';
import { register } from '../../../identity/sign-up/sign-up.ts';
import { signIn } from '../../../identity/sign-in/sign-in.ts';
import { addLink } from '../../../links/shorten/add-links.ts';
import { eraseLinks } from '../../../links/account/erase.ts';
import { days } from '../../../kernel/time.ts';
import { newPath } from '../../../platform/files/path.ts';
import { runJobs } from '../../../platform/jobs/jobs.ts';
import { smallPath } from '../../../platform/pictures.ts';
import { allJobs } from '../../../servers/serve.ts';
import type { Viewer } from '../../../platform/app.ts';
import { testWithDatabase, type TestApp } from '../../../../test/app.ts';
import { addPerson, password, getPerson } from '../../../../test/world.ts';
import { addComment } from '../../comments/comments.ts';
import { getComments } from '../../comments/reading.ts';
import { registerApp } from '../../apps/apps.ts';
import { sendContactMessage } from '../../contact/messages.ts';
import { addReply, startThread } from '../../forums/threads/posting.ts';
import { addForum, addSection } from '../../forums/forums.ts';
import { listForums } from '../../forums/list-forums.ts';
import { getThread } from '../../forums/threads/get-thread.ts';
import { addPlan } from '../../monetization/plans.ts';
import { connect } from '../../relationships/connect.ts';
import { searchPeople } from '../../people/lists.ts';
import { publishPost } from '../../posts/publishing.ts';
import { getPost } from '../../posts/reading/get-posts.ts';
import { react } from '../../reactions/reactions.ts';
import { getPersonCounts } from '../../tallies/tally.ts';
import { erasePlaza } from './erase-plaza.ts';

const device = { createdVia: 'page', userAgent: 'Firefox', address: '127.0.0.1' } as const;
const plan = {
  title: 'Friends of Zerlina',
  price: '3',
  periodNum: '1',
  period: 'month',
  description: '',
} as const;
const names = ['zerlina', 'quastenflosser', 'zerlina@example.org'];

/** The tables that contain a word, as `schema.table`. Searches every column of every table as text. */
async function placesOf(app: TestApp, word: string): Promise<string[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, relname as name from pg_stat_user_tables order by 1, 2`.execute(app.db);
  assert.ok(tables.length > 60, 'the tables were not found');
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const { rows } = await sql`select 1 from ${sql.id(schema, name)} t
      where t::text ilike ${`%${word}%`} limit 1`.execute(app.db);
    if (rows.length > 0) found.push(`${schema}.${name}`);
  }
  return found;
}

/** The app with a list of the files it stores. */
function watchFiles(app: TestApp): { app: TestApp; stored: string[] } {
  const stored: string[] = [];
  const put: TestApp['files']['put'] = async (path, body, type) => {
    await app.files.put(path, body, type);
    stored.push(path);
  };
  return { app: { ...app, files: { ...app.files, put } }, stored };
}

testWithDatabase('deleting an account leaves no row and no file that names the person', async (open) => {
  const { database } = open;
  const { app, stored } = watchFiles(open.app);
  const ada = await addPerson(app, 'ada');
  const bob = await addPerson(app, 'bob');
  const id = await register(app, {
    username: 'zerlina',
    email: 'zerlina@example.org',
    password,
    firstName: 'Zerlina',
    lastName: 'Quastenflosser',
    phone: '+49 30 zerlina',
  });
  const zerlina = await getPerson(app, id);
  const small = async (folder: string) => {
    const path = newPath(folder, 'image/webp', app.clock.now());
    for (const each of [path, smallPath(path)])
      await app.files.put(each, Buffer.from('picture'), 'image/webp');
    return path;
  };
  const [picture, cover, path] = [await small('avatars'), await small('covers'), await small('photos')];
  await app.db
    .updateTable('identity.account')
    .set({
      picture,
      picture_small: smallPath(picture),
      cover,
      biography: 'I am Zerlina',
      website: 'https://zerlina.example/',
    })
    .where('id', '=', id)
    .execute();
  const own = await publishPost(app, zerlina, { text: 'Zerlina was here', privacy: 'public', photos: [] });
  await app.db
    .insertInto('social.photo')
    .values({ post_id: own, position: 0, path, small_path: smallPath(path), width: 8, height: 8 })
    .execute();
  const posted = await publishPost(app, ada, { text: 'Dear @zerlina, hello', privacy: 'public', photos: [] });
  await addComment(app, zerlina, posted, 'Yours, Zerlina');
  await addComment(app, bob, posted, 'Who is @zerlina.');
  await react(app, zerlina, posted, 'love');
  const threads = await talkInForum(app, ada, bob, zerlina);
  await connect(app, zerlina, 'follow', ada.id);
  await connect(app, zerlina, 'friend-add', bob.id);
  await connect(app, bob, 'friend-accept', id);
  await registerApp(app, zerlina, {
    name: 'Zerlina’s clock',
    domain: 'zerlina.example',
    redirectUrl: 'https://zerlina.example/in',
    description: '',
    category: 'Other',
  });
  await addPlan(app, zerlina, { type: 'profile', id }, plan);
  const contact = { name: 'Zerlina', email: 'zerlina@example.org', subject: 'Hi', message: 'From Zerlina' };
  await sendContactMessage(app, id, contact);
  await inviteToSignUp(app, zerlina, { email: 'friend@example.org' });
  await addLink(app, zerlina, { url: 'https://zerlina.example/', alias: 'zerlina' });
  await signIn(app, { usernameOrEmail: 'zerlina', password }, device);
  await runJobs(app, allJobs, database.pool);
  assert.equal(stored.length, 6);
  assert.ok((await placesOf(app, 'zerlina')).length >= 8);

  await requestAccountDeletion(app, id, 'account', { password, device });
  await runJobs(app, allJobs, database.pool);
  app.clock.turn(days(app.config.ACCOUNT_DELETION_DAYS));
  await deleteDueAccounts(app, { plaza: erasePlaza, links: eraseLinks });
  await runJobs(app, allJobs, database.pool);

  for (const name of names) assert.deepEqual(await placesOf(app, name), [], name);
  for (const path of stored) assert.equal(await app.files.find(path), undefined, path);
  const post = await getPost(app, ada, posted);
  assert.equal(post.text, 'Dear (deleted account), hello', 'posts by others stay');
  assert.equal(post.comments, 1);
  const { comments } = await getComments(app, ada, posted);
  assert.deepEqual(
    comments.map(({ text }) => text),
    ['Who is (deleted account).'],
  );
  assert.deepEqual(await getPersonCounts(app, bob.id), {
    friends: 0,
    followers: 0,
    followings: 0,
    posts: 0,
  });
  assert.equal((await getPersonCounts(app, ada.id)).followers, 0);
  await checkForum(app, bob, threads);
});

/**
 * Creates a thread by zerlina with an answer, one without, and one by the operator where she has the last
 * reply.
 */
async function talkInForum(app: TestApp, operator: Viewer, bob: Viewer, zerlina: Viewer) {
  const sectionId = await addSection(app, operator, 'House');
  const at = { sectionId, parentId: null, description: '' };
  const forumId = await addForum(app, operator, { ...at, title: 'Garden' });
  const start = (by: Viewer, title: string) =>
    startThread(app, by, { forumId, title, text: `${title}, says Zerlina #zerlina`, follows: true });
  const reply = (by: Viewer, threadId: string, text: string) =>
    addReply(app, by, { threadId, text, follows: true });
  const answered = await start(zerlina, 'Zerlina asks');
  await reply(bob, answered, 'I answer');
  await reply(zerlina, answered, 'Zerlina thanks');
  const alone = await start(zerlina, 'Zerlina alone');
  const others = await startThread(app, operator, { forumId, title: 'Ada', text: 'Asks', follows: false });
  const lastReply = await reply(bob, others, 'And answers');
  await reply(zerlina, others, 'Zerlina knows better');
  return { answered, alone, others, lastReply };
}

/** Checks that others' posts remain, unattributed, and that the rest is deleted and not counted. */
async function checkForum(
  app: TestApp,
  bob: Viewer,
  { answered, alone, others, lastReply }: Awaited<ReturnType<typeof talkInForum>>,
): Promise<void> {
  const { post, replies } = await getThread(app, bob, answered);
  assert.deepEqual(
    [post.author.username, post.author.name, post.title, post.text, post.replies],
    ['former-member', 'Former member', '(removed)', '(removed)', 1],
  );
  assert.deepEqual(
    replies.map(({ post }) => post.text),
    ['I answer'],
  );
  await assert.rejects(getThread(app, bob, alone), { kind: 'missing' });
  const { thread } = await getThread(app, bob, others);
  assert.equal(thread.lastReplyId, lastReply);
  const [forum] = (await listForums(app, bob)).flatMap(({ forums }) => forums);
  assert.deepEqual([forum?.threads, forum?.replies], [2, 2]);
  const { rows: counters } = await sql<Record<string, unknown>>`
    select author.username as author, other.username as other, threads, replies from social.forum_author
    left join identity.account as author on author.id = author_id left join identity.account as other on other.id = other_id
    order by author.id, other.id nulls first`.execute(app.db);
  assert.deepEqual(
    counters.map(({ author, other, threads, replies }) => [author, other, threads, replies]),
    [
      ['ada', null, 1, 1],
      ['ada', 'bob', 0, 1],
      ['bob', null, 0, 2],
      ['former-member', null, 1, 1],
      ['former-member', 'bob', 0, 1],
    ],
  );
  assert.deepEqual((await searchPeople(app, bob, 'former')).items, []);
  await assert.rejects(signIn(app, { usernameOrEmail: 'former-member', password: '' }, device), {
    kind: 'unauthenticated',
  });
}
