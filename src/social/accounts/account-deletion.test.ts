import assert from 'node:assert/strict';
import { testPlaza, type World } from '../../../test/ask-plaza.ts';
import { device, password } from '../../../test/world.ts';
import {
  cancelAccountDeletion,
  requestAccountDeletion,
} from '../../identity/account-deletion/account-deletion.ts';
import type { Viewer } from '../../platform/app.ts';
import { addComment } from '../comments/comments.ts';
import { addForum, addSection } from '../forums/forums.ts';
import { startThread } from '../forums/threads/posting.ts';
import { addPage } from '../pages/editing.ts';
import { likePage } from '../pages/liking.ts';
import { assignRole } from '../pages/team.ts';
import { writeAsPage } from '../pages/posts.ts';
import { acceptFriend, sendFriendRequest } from '../relationships/connect.ts';
import { follow } from '../relationships/follows.ts';
import { publishPost } from '../posts/publishing.ts';
import { askQuestion } from '../questions/questions.ts';
import { react } from '../reactions/reactions.ts';
import { getPersonCounts } from '../tallies/tally.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { getPage } from '../pages/reading.ts';

const pageOf = (title: string, username: string) => ({
  title,
  username,
  category: '',
  about: '',
  website: '',
});

async function publish({ app, olga, ada, bob, carol }: World) {
  const ids = { post: '', bobs: '', page: '', bobsPage: '' };
  ids.post = await publishPost(app, ada, { text: 'A quince tree #quinces', privacy: 'public', photos: [] });
  ids.bobs = await publishPost(app, bob, { text: 'Hello', privacy: 'public', photos: [] });
  await addComment(app, ada, ids.bobs, 'Quince jam?');
  await react(app, ada, ids.bobs, 'like');
  await sendFriendRequest(app, ada, bob.id);
  await acceptFriend(app, bob, ada.id);
  await follow(app, bob, ada.id);
  await sendFriendRequest(app, ada, carol.id);
  await askQuestion(app, ada, { title: 'When do quinces ripen?', text: 'In October?', tags: 'quince' });
  const sectionId = await addSection(app, olga, 'Garden');
  const forumId = await addForum(app, olga, { sectionId, parentId: null, title: 'Trees', description: '' });
  const thread = { title: 'Quince or pear?', text: 'Which grows faster?' };
  const threadId = await startThread(app, ada, { forumId, ...thread, follows: false });
  ids.page = await addPage(app, ada, pageOf('Quince Bakery', 'quincebakery'));
  await writeAsPage(app, ada, ids.page, { text: 'Fresh quince pies', photos: [] });
  ids.bobsPage = await addPage(app, bob, pageOf('Orchard', 'orchard'));
  await likePage(app, ada, ids.bobsPage);
  return { ...ids, forumId, threadId };
}

/** The pages on which ada's content can be found; `undefined` requests them as a visitor. */
const placesOf = (ids: Awaited<ReturnType<typeof publish>>, { ada, bob, carol }: World) => {
  const everywhere = [
    '/@ada',
    `/posts/${ids.post}`,
    '/discover',
    '/search?q=quince',
    '/pages',
    '/pages/quincebakery',
    '/hashtag/quinces',
    '/questions',
    '/forums',
    `/forums/${ids.forumId}/trees`,
    `/forums/threads/${ids.threadId}/quince-or-pear`,
    `/posts/${ids.bobs}`,
  ];
  const machines = [
    '/feeds/posts/rss',
    '/feeds/people/ada/rss',
    '/feeds/pages/quincebakery/json',
    '/feeds/tags/quinces/atom',
    '/sitemaps/people-0.xml',
  ];
  return [
    ...[...everywhere, ...machines].map((path) => [undefined, path] as const),
    ...[...everywhere, '/', '/notifications'].map((path) => [bob, path] as const),
    ...['/people/requests', '/notifications'].map((path) => [carol, path] as const),
    [bob, `/apis/php/user/profile?user_id=${ada.id}`] as const,
    [carol, '/apis/php/data/load?get=friend_requests'] as const,
  ];
};

const isMet = /Ada Test|@ada\b|"user_name":"ada"|quince (tree|jam|or|pies|bakery)|quinces ripen/i;

const allOf = (places: ReturnType<typeof placesOf>) =>
  places.map(([viewer, path]) => `${viewer?.username ?? 'a stranger'} at ${path}`);

async function met({ plaza }: World, places: ReturnType<typeof placesOf>): Promise<string[]> {
  const found: string[] = [];
  for (const [viewer, path] of places) {
    const { text } = path.startsWith('/apis')
      ? { text: JSON.stringify((await plaza.api(viewer, 'GET', path)).body) }
      : await plaza.page(viewer, path);
    // A page that is not there offers to search for the words of its address.
    const said = text.replaceAll(path, '').replaceAll(/Search for “[^”]*”/g, '');
    if (isMet.test(said)) found.push(`${viewer?.username ?? 'a stranger'} at ${path}`);
  }
  return found;
}

testPlaza(
  'hides an account scheduled for deletion everywhere until its owner cancels the deletion',
  async (world) => {
    const { app, ada } = world;
    const ids = await publish(world);
    const places = placesOf(ids, world);
    const before = await met(world, places);
    assert.deepEqual(before, allOf(places));
    await requestAccountDeletion(app, ada.id, 'account', { password, device });
    assert.deepEqual(await met(world, places), []);
    await cancelAccountDeletion(app, ada.id, 'account');
    assert.deepEqual(await met(world, places), before);
  },
);

testPlaza(
  'excludes an account scheduled for deletion from counts, for visitors and members',
  async (world) => {
    const { app, ada, bob, carol } = world;
    const ids = await publish(world);
    const counts = async (viewer: Viewer | undefined) => {
      const { comments, reactions } = await getPost(app, viewer, ids.bobs);
      const { friends, followings } = await getPersonCounts(app, bob.id);
      const { likes } = await getPage(app, viewer, { id: ids.bobsPage });
      return { comments, likes: reactions.like ?? 0, friends, followings, pageLikes: likes };
    };
    const all = await counts(carol);
    assert.deepEqual(all, { comments: 1, likes: 1, friends: 1, followings: all.followings, pageLikes: 1 });
    await requestAccountDeletion(app, ada.id, 'account', { password, device });
    for (const viewer of [carol, undefined])
      assert.deepEqual(await counts(viewer), {
        comments: 0,
        likes: 0,
        friends: 0,
        followings: all.followings - 1,
        pageLikes: 0,
      });
    await cancelAccountDeletion(app, ada.id, 'account');
    assert.deepEqual(await counts(undefined), all);
  },
);

testPlaza(
  'keeps a page with another admin visible when its owner schedules account deletion',
  async ({ app, ada, bob, plaza }) => {
    const page = await addPage(app, ada, pageOf('Quince Bakery', 'quincebakery'));
    await assignRole(app, ada, page, { username: bob.username, role: 'admin' });
    await requestAccountDeletion(app, ada.id, 'account', { password, device });
    assert.equal((await plaza.page(undefined, '/pages/quincebakery')).status, 200);
  },
);

testPlaza('an account scheduled for deletion can read but not write', async ({ app, ada, plaza }) => {
  await requestAccountDeletion(app, ada.id, 'account', { password, device });
  const answer = await plaza.api(ada, 'POST', '/apis/php/posts/post', { message: 'Still here' });
  assert.equal(answer.status, 403);
  assert.match(answer.body.message, /scheduled for deletion/);
  assert.equal((await plaza.page(ada, '/settings/account-deletion')).status, 200);
  await plaza.form(ada, '/settings/account-deletion/cancel', {});
  assert.notEqual((await plaza.api(ada, 'POST', '/apis/php/posts/post', { message: 'Back' })).status, 403);
});
