import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { addPerson, createWorld, getPerson } from '../../../test/world.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { addComment } from '../comments/comments.ts';
import { getDiscover, getFeed } from '../feed/feed.ts';
import { fanOutRest } from '../feed/fan-out.ts';
import { publishPost } from '../posts/publishing.ts';
import { getPost, getPosts } from '../posts/reading/get-posts.ts';
import { listNotifications } from '../notifications/reading.ts';
import { getRelation } from '../people/relation.ts';
import { getPersonCounts } from '../tallies/tally.ts';
import { block } from './blocks.ts';
import { connect } from './connect.ts';
import { changePrivate, listFollowRequests } from './follow-requests.ts';
import { listFollowers, listFollowings } from './lists.ts';

const say = (app: App, author: Viewer, text: string, privacy: 'public' | 'friends' | 'me' = 'public') =>
  publishPost(app, author, { text, privacy, photos: [] });

const kindsOf = async (app: App, viewer: Viewer) =>
  (await listNotifications(app, viewer)).items.map(({ kind, actors }) => `${kind} ${actors[0]?.username}`);

test('a private account is asked, and its posts are for those it approved and its friends', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const [dora, eve] = [await addPerson(app, 'dora'), await addPerson(app, 'eve')];
  await connect(app, bob, 'follow', ada.id);
  await connect(app, dora, 'friend-add', ada.id);
  await connect(app, ada, 'friend-accept', dora.id);
  const former = await say(app, ada, 'Before');
  await changePrivate(app, ada, true);
  const later = await say(app, ada, 'After');
  const secret = await say(app, ada, 'For me', 'me');
  await fanOutRest(app);
  const seen = async (viewer: Viewer | undefined) =>
    (await getPosts(app, viewer, [former, later, secret])).map(({ text }) => text);
  assert.deepEqual(await seen(undefined), []);
  assert.deepEqual(await seen(carol), []);
  for (const viewer of [bob, dora]) assert.deepEqual(await seen(viewer), ['Before', 'After']);
  assert.deepEqual(await seen(ada), ['Before', 'After', 'For me']);
  assert.equal((await getPost(app, bob, later)).isForFollowers, true);
  await assert.rejects(addComment(app, carol, later, 'Hello'), { kind: 'missing' });
  await assert.rejects(
    publishPost(app, bob, { text: 'See', privacy: 'public', photos: [], quoteId: later }),
    {
      kind: 'forbidden',
    },
  );
  assert.deepEqual((await listFollowers(app, carol, ada.id)).items, []);
  assert.deepEqual((await listFollowings(app, undefined, ada.id)).items, []);
  assert.equal((await listFollowers(app, bob, ada.id)).items.length, 1);

  await connect(app, carol, 'follow', ada.id);
  await connect(app, carol, 'follow', ada.id);
  await connect(app, eve, 'follow', ada.id);
  const [request] = (await listNotifications(app, ada)).items;
  assert.equal(request?.kind, 'follow_request');
  assert.deepEqual(request.actors.map(({ username }) => username).sort(), ['carol', 'eve']);
  assert.deepEqual(await seen(carol), [], 'asking is not enough');
  assert.equal((await getRelation(app, carol, ada.id)).asksToFollow, true);
  assert.equal((await getRelation(app, ada, carol.id)).asksToFollowMe, true);
  await connect(app, ada, 'follow-accept', carol.id);
  assert.deepEqual(await seen(carol), ['Before', 'After']);
  assert.deepEqual(await kindsOf(app, carol), ['follow_accept ada']);
  assert.deepEqual(
    (await getFeed(app, carol)).items.map(({ text }) => text),
    ['After', 'Before'],
  );
  assert.equal((await getPersonCounts(app, ada.id)).followers, 2);
  await connect(app, ada, 'follow-decline', eve.id);
  assert.deepEqual((await listFollowRequests(app, ada)).items, []);
  assert.deepEqual(await kindsOf(app, eve), []);
  await assert.rejects(connect(app, ada, 'follow-accept', eve.id), { kind: 'missing' });
  await connect(app, ada, 'follower-remove', carol.id);
  assert.deepEqual(await seen(carol), []);
  assert.equal((await getPersonCounts(app, ada.id)).followers, 1);
});

test('requests end when they are canceled, by a block, and are accepted by a public account', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const dora = await addPerson(app, 'dora');
  await changePrivate(app, ada, true);
  const post = await say(app, ada, 'Hello');
  for (const person of [bob, carol, dora]) await connect(app, person, 'follow', ada.id);
  const asking = async () =>
    (await listFollowRequests(app, ada)).items.map(({ username }) => username).sort();
  assert.deepEqual(await asking(), ['bob', 'carol', 'dora']);
  await connect(app, bob, 'unfollow', ada.id);
  await block(app, ada, carol.id);
  assert.deepEqual(await asking(), ['dora']);
  assert.deepEqual(await kindsOf(app, ada), ['follow_request dora']);
  await changePrivate(app, await getPerson(app, ada.id), false);
  assert.deepEqual(await asking(), []);
  assert.equal((await getRelation(app, dora, ada.id)).follows, true);
  assert.deepEqual(
    (await getDiscover(app, bob)).items.map(({ id }) => id),
    [post],
  );
  await connect(app, bob, 'follow', ada.id);
  assert.equal((await getRelation(app, bob, ada.id)).follows, true);
});

testPlaza(
  'requests are answered on their page, together, and by the API',
  async ({ app, plaza, ada, bob, carol }) => {
    await plaza.form(ada, '/settings/privacy', { private: 'on' });
    assert.equal((await getPerson(app, ada.id)).isPrivate, true);
    await say(app, ada, 'Within the walls');
    assert.match((await plaza.page(bob, '/@ada')).text, /This account is private/);
    assert.doesNotMatch((await plaza.page(undefined, '/@ada')).text, /Within the walls/);
    await plaza.form(bob, `/people/${ada.id}/connect`, { do: 'follow' });
    assert.match((await plaza.page(bob, '/@ada')).text, /Requested/);
    await plaza.api(carol, 'POST', '/apis/php/user/connect', { do: 'follow', id: ada.id });
    const listed = (await plaza.api(ada, 'GET', '/apis/php/user/follow_requests')).body.data;
    assert.deepEqual(
      (listed as { user_name: string; requests_me: boolean }[]).map((each) => [
        each.user_name,
        each.requests_me,
      ]),
      [
        ['bob', true],
        ['carol', true],
      ],
    );
    const page = await plaza.page(ada, '/people/requests');
    assert.match(page.text, /Follow requests[^]*@bob[^]*@carol/);
    assert.match((await plaza.page(ada, '/notifications')).text, /asks to follow you|ask to follow you/);
    await plaza.form(ada, `/people/${bob.id}/connect`, { do: 'follow-accept' });
    assert.match((await plaza.page(bob, '/@ada')).text, /Within the walls/);
    await plaza.form(ada, '/people/requests/followers', { do: 'decline' });
    assert.doesNotMatch((await plaza.page(carol, '/@ada')).text, /Within the walls/);
    await plaza.api(carol, 'POST', '/apis/php/user/connect', { do: 'follow', id: ada.id });
    const all = await plaza.api(ada, 'POST', '/apis/php/user/follow_requests', { do: 'accept' });
    assert.deepEqual(all.body.data, { answered: 1 });
    assert.match((await plaza.page(carol, '/@ada')).text, /Within the walls/);
    const open = await plaza.api(ada, 'POST', '/apis/php/user/private', { private: false });
    assert.deepEqual(open.body.data, { private: false });
    assert.match((await plaza.page(undefined, '/@ada')).text, /Within the walls/);
  },
);

test('a share of a private account is told only to those who see it', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  await connect(app, bob, 'follow', ada.id);
  await changePrivate(app, ada, true);
  for (const author of [bob, carol]) {
    const quoteId = await say(app, author, 'Rye bread');
    await publishPost(app, ada, { text: '', privacy: 'public', photos: [], quoteId });
  }
  assert.ok((await kindsOf(app, bob)).includes('share ada'));
  assert.deepEqual(await kindsOf(app, carol), []);
});
