import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { addComment } from '../comments/comments.ts';
import { listNewPeople } from '../people/lists.ts';
import { publishPost } from '../posts/publishing.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { follow } from './follows.ts';

testPlaza(
  'people mute and unmute each other without notifying anyone',
  async ({ app, ada, bob, carol, plaza }) => {
    const act = async (word: string) =>
      plaza.api(ada, 'POST', '/apis/php/user/connect', { do: word, id: bob.id });
    const muted = async (query = '') =>
      (
        (await plaza.api(ada, 'GET', `/apis/php/user/muted${query}`)).body.data as { user_name: string }[]
      ).map(({ user_name }) => user_name);
    await follow(app, bob, ada.id);
    assert.equal((await act('mute')).status, 200);
    await act('mute');
    assert.deepEqual(await muted(), ['bob']);
    assert.deepEqual(await muted('?query=TES'), ['bob']);
    assert.deepEqual(await muted('?query=car'), []);
    assert.match((await plaza.page(ada, '/people/muted?q=bob')).text, /@bob[^]*Unmute/);
    assert.match((await plaza.page(ada, '/people/muted?q=nobody')).text, /No people found/);
    assert.match((await plaza.page(ada, '/@bob')).text, />Unmute</);
    assert.deepEqual((await listNewPeople(app, ada)).items.map(({ username }) => username).sort(), [
      'carol',
      'olga',
    ]);

    const post = await publishPost(app, ada, { text: 'Still there?', privacy: 'public', photos: [] });
    assert.equal((await getPost(app, bob, post)).id, post, 'a muted person still sees posts');
    assert.equal((await plaza.page(bob, '/@ada')).status, 200);
    await addComment(app, bob, post, 'A word from Bob');
    assert.match(
      (await plaza.page(ada, `/posts/${post}`)).text,
      /<details[^>]*>\s*<summary>You muted Bob Test/,
    );
    assert.doesNotMatch((await plaza.page(carol, `/posts/${post}`)).text, /You have muted/);

    const form = await plaza.form(ada, `/people/${bob.id}/connect`, { do: 'unmute', back: '/people/muted' });
    assert.equal(form.headers.location, '/people/muted');
    assert.deepEqual(await muted(), []);
    assert.equal((await act('unmute')).status, 200, 'unmuting a person who is not muted succeeds');
    assert.equal(
      (await plaza.api(ada, 'POST', '/apis/php/user/connect', { do: 'mute', id: ada.id })).status,
      400,
    );
  },
);
