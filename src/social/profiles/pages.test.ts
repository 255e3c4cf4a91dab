import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';

/** Labels of the relationship buttons on a person's page. */
const buttonsOn = (text: string) =>
  [
    ...(/<turbo-frame class="relation"[^]*?<\/turbo-frame>/.exec(text)?.[0] ?? '').matchAll(
      /<span>([^<]*)<\/span>/g,
    ),
  ].map(([, label]) => label);

testPlaza('people can follow, befriend and block each other without scripts', async ({ ada, bob, plaza }) => {
  const press = async (word: string, viewer = ada, other = bob) => {
    const answer = await plaza.form(viewer, `/people/${other.id}/connect`, { do: word });
    assert.equal(answer.status, 303);
    assert.equal(answer.headers.location, `/@${other.username}`);
    return buttonsOn((await plaza.page(viewer, `/@${other.username}`)).text);
  };
  assert.deepEqual(buttonsOn((await plaza.page(ada, '/@bob')).text), ['Add friend', 'Follow']);
  assert.deepEqual(await press('follow'), ['Add friend', 'Following']);
  assert.deepEqual(await press('friend-add'), ['Request sent', 'Following']);
  const requests = await plaza.page(bob, '/people/requests');
  assert.match(requests.text, /Friend requests[^]*Ada Test[^]*Accept[^]*Decline/);
  assert.match(requests.text, /class="count"[^>]*>\s*1/, 'the navigation shows one pending request');
  assert.deepEqual(await press('friend-accept', bob, ada), ['Friends', 'Follow']);
  const profile = (await plaza.page(undefined, '/@bob')).text;
  assert.match(profile, /<b>1<\/b> friend/);
  assert.match(profile, /<b>1<\/b> follower/);
  assert.deepEqual(buttonsOn(profile), [], 'strangers have no buttons');
  assert.match((await plaza.page(ada, '/@bob/friends')).text, /Ada Test/);
  assert.match((await plaza.page(ada, '/@bob/followers')).text, /Ada Test/);
  assert.deepEqual(await press('block'), ['Unblock']);
  assert.equal((await plaza.page(bob, '/@ada')).status, 404);
  assert.match((await plaza.page(ada, '/people/blocked')).text, /Bob Test/);
  assert.deepEqual(await press('unblock'), ['Add friend', 'Follow']);
  assert.equal((await plaza.form(ada, `/people/${bob.id}/connect`, { do: 'marry' })).status, 400);
});

testPlaza('finds people by any part of their names', async ({ ada, plaza }) => {
  const found = async (q: string) => {
    const { text } = await plaza.page(ada, `/people?q=${encodeURIComponent(q)}`);
    return [...text.matchAll(/class="handle">@(\w+)/g)].map(([, name]) => name);
  };
  assert.deepEqual(await found('car'), ['carol']);
  assert.deepEqual(await found('TEST bo'), ['bob']);
  assert.deepEqual(await found('@olga'), ['olga']);
  for (const nobody of ['%', '_', '\\', 'nobody', ' ']) assert.deepEqual(await found(nobody), [], nobody);
});

testPlaza('private pages require sign-in, profiles are public', async ({ plaza }) => {
  assert.equal((await plaza.page(undefined, '/@ada')).status, 200);
  assert.equal((await plaza.page(undefined, '/@ADA')).status, 200);
  for (const path of [
    '/@ada/friends',
    '/@ada/followers',
    '/@ada/following',
    '/@ada/articles',
    '/@ada/photos',
  ])
    assert.equal((await plaza.page(undefined, path)).status, 200, path);
  for (const path of ['/people', '/people/requests', '/people/blocked', '/people/muted', '/@ada/mutual'])
    assert.match(String((await plaza.page(undefined, path)).headers.location), /^\/signin\?next=/, path);
});

testPlaza(
  'shows the feed to signed-in people and the landing page to visitors',
  async ({ ada, bob, plaza }) => {
    assert.match((await plaza.page(undefined, '/')).text, /Join Plaza/);
    const first = (await plaza.page(ada, '/')).text;
    assert.match(first, /It’s quiet here/);
    assert.match(first, /href="\/compose"/);
    await plaza.form(bob, '/posts', { text: 'Hello', privacy: 'public' });
    const second = (await plaza.page(ada, '/')).text;
    assert.match(second, /You don’t follow anyone yet/);
    assert.match(second, />Hello</);
  },
);
