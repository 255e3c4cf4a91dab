import assert from 'node:assert/strict';
import { testPlaza, type World } from '../../../test/ask-plaza.ts';
import { addPerson } from '../../../test/world.ts';
import { changePrivacy, getPrivacy, type PrivacySettings } from '../../identity/account/privacy.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { deletePost } from '../posts/deleting.ts';
import { publishPost } from '../posts/publishing.ts';
import { acceptFriend, sendFriendRequest } from '../relationships/connect.ts';
import { block } from '../relationships/blocks.ts';

const say = (app: App, author: Viewer, text: string, more: object = {}) =>
  publishPost(app, author, { text, privacy: 'public', photos: [], ...more });

async function befriend(app: App, one: Viewer, other: Viewer): Promise<void> {
  await sendFriendRequest(app, one, other.id);
  await acceptFriend(app, other, one.id);
}

async function setPrivacy(
  app: App,
  { id }: Viewer,
  change: (privacy: PrivacySettings) => PrivacySettings,
): Promise<void> {
  await changePrivacy(app, id, change(await getPrivacy(app, id)));
}

/** Usernames in a list on a page, in order. */
const handlesOn = (text: string) => [...text.matchAll(/class="handle">@(\w+)/g)].map(([, name]) => name);

/** The main content of a page, without the request ID. */
const saidOn = (text: string) => /<main[^]*<\/main>/.exec(text)?.[0].replace(/<code>.*<\/code>/, '');

testPlaza('each tab of a profile shows what is visible to the viewer', async ({ app, ada, bob, plaza }) => {
  await say(app, ada, 'A long story', { kind: 'article', title: 'My article' });
  const question = await say(app, ada, 'Who knows?', { kind: 'question', title: 'Why is the sky blue?' });
  await say(app, bob, 'Because of Rayleigh', { kind: 'answer', parentId: question });
  const pinned = await say(app, ada, 'The old one on top');
  await say(app, ada, 'Something newer');
  await app.db
    .updateTable('social.post')
    .set({ pinned_at: app.clock.now() })
    .where('id', '=', pinned)
    .execute();
  for (const viewer of [undefined, bob]) {
    const read = async (path: string) => (await plaza.page(viewer, path)).text;
    assert.match(await read('/@ada/articles'), /My article/);
    assert.doesNotMatch(await read('/@ada/articles'), /sky blue/);
    assert.match(await read('/@ada/questions'), /sky blue/);
    assert.match(await read('/@bob/answers'), /Rayleigh/);
    assert.match(await read('/@bob/questions'), /No questions yet/);
    assert.match(await read('/@ada/photos'), /No photos yet/);
    const texts = [...(await read('/@ada')).matchAll(/The old one on top|Something newer/g)].map(
      ([text]) => text,
    );
    assert.deepEqual(texts.slice(0, 2), ['The old one on top', 'Something newer']);
    assert.equal(
      texts.filter((text) => text === 'The old one on top').length,
      1,
      'the pinned post appears once',
    );
  }
  await deletePost(app, ada, question);
  assert.match(
    (await plaza.page(undefined, '/@bob/answers')).text,
    /No answers yet/,
    'answers to a deleted question are hidden',
  );
});

testPlaza('shows friends to the audience their owner chose', async ({ app, ada, bob, carol, plaza }) => {
  await befriend(app, ada, bob);
  assert.deepEqual(handlesOn((await plaza.page(undefined, '/@ada/friends')).text), ['bob']);
  await setPrivacy(app, ada, (privacy) => ({ ...privacy, parts: { ...privacy.parts, friends: 'friends' } }));
  for (const viewer of [undefined, carol]) {
    const { text } = await plaza.page(viewer, '/@ada/friends');
    assert.deepEqual(handlesOn(text), []);
    assert.match(text, /Private/);
    assert.doesNotMatch(
      (await plaza.page(viewer, '/@ada')).text,
      /\/@ada\/friends"/,
      'the profile does not link to the friends page',
    );
  }
  assert.deepEqual(handlesOn((await plaza.page(bob, '/@ada/friends')).text), ['bob']);
});

testPlaza('counts and lists mutual friends, without hidden ones', async (world) => {
  const { app, ada, bob, carol, olga, plaza } = world;
  for (const friend of [carol, olga]) {
    await befriend(app, ada, friend);
    await befriend(app, bob, friend);
  }
  await befriend(app, bob, await addPerson(app, 'fay'));
  const seen = async () => {
    const { text } = await plaza.page(ada, '/@bob');
    return /<b>(\d+)<\/b> in common/.exec(text)?.[1];
  };
  assert.equal(await seen(), '2');
  assert.deepEqual(handlesOn((await plaza.page(ada, '/@bob/mutual')).text).sort(), ['carol', 'olga']);
  assert.match((await plaza.page(ada, '/@carol/friends')).text, /2 friends in common|1 friend in common/);
  const byApi = async (get: string) =>
    ((await plaza.api(ada, 'GET', `/apis/php/${get}`)).body.data as { user_name: string }[]).map(
      ({ user_name }) => user_name,
    );
  assert.deepEqual((await byApi('data/load?get=mutual_friends&username=bob')).sort(), ['carol', 'olga']);
  const profile = await plaza.api(ada, 'GET', '/apis/php/user/profile?user_name=bob');
  assert.equal((profile.body.data as { mutual_friends_count: number }).mutual_friends_count, 2);
  await block(app, ada, carol.id);
  assert.equal(await seen(), '1');
  await setPrivacy(app, bob, (privacy) => ({ ...privacy, parts: { ...privacy.parts, friends: 'me' } }));
  assert.equal(await seen(), undefined, 'mutual friends are hidden if the list of friends is private');
  assert.deepEqual(await byApi('data/load?get=mutual_friends&username=bob'), []);
  assert.match((await plaza.page(ada, '/@bob/mutual')).text, /Private/);
});

testPlaza('a profile states its indexing policy and returns 404 to blocked people', async (world: World) => {
  const { app, ada, bob, plaza } = world;
  const listed = await plaza.page(undefined, '/@ada');
  assert.match(listed.text, /"@type":"ProfilePage"/);
  assert.match(listed.text, /<link rel="canonical" href="http:\/\/plaza\.test\/@ada"/);
  assert.doesNotMatch(listed.text, /noindex/);
  await setPrivacy(app, ada, (privacy) => ({ ...privacy, isListed: false }));
  for (const path of ['/@ada', '/@ada/articles', '/@ada/photos', '/@ada/friends'])
    assert.match((await plaza.page(undefined, path)).text, /<meta name="robots" content="noindex"/, path);
  const twin = await plaza.page(undefined, '/@ada', { accept: 'text/markdown' });
  assert.match(twin.text, /^# Ada Test/);
  assert.equal(twin.headers['x-robots-tag'], 'noindex');
  await block(app, ada, bob.id);
  for (const part of [
    '',
    '/articles',
    '/questions',
    '/answers',
    '/photos',
    '/friends',
    '/followers',
    '/mutual',
  ]) {
    const blocked = await plaza.page(bob, `/@ada${part}`);
    const absent = await plaza.page(bob, `/@nobody${part}`);
    assert.equal(blocked.status, 404, part);
    // Both offer to search for the name.
    assert.equal(saidOn(blocked.text), saidOn(absent.text)?.replaceAll('nobody', 'ada'), part);
  }
});
