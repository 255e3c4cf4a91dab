import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';

testPlaza('a new member sees the first steps once, and can skip each', async ({ ada, bob, plaza }) => {
  const first = await plaza.page(ada, '/welcome');
  assert.match(first.text, /Add a profile picture[^]*Skip/);
  assert.equal(
    (await plaza.form(ada, '/welcome')).headers.location,
    '/welcome/about',
    'a picture is optional',
  );
  const said = { biography: 'I bake' };
  assert.equal((await plaza.form(ada, '/welcome/about', { biography: 'b'.repeat(2000) })).status, 422);
  const next = await plaza.form(ada, '/welcome/about', said);
  assert.equal(next.headers.location, '/welcome/people');
  assert.match((await plaza.page(bob, '/@ada')).text, /I bake/);
  const people = (await plaza.page(ada, '/welcome/people')).text;
  assert.match(people, /Follow: Bob Test/);
  assert.equal((await plaza.form(ada, '/welcome/finish')).headers.location, '/');
  assert.equal((await plaza.page(ada, '/welcome')).headers.location, '/');
});

testPlaza(
  'after signing up, members see the feed with the first steps or the page they came from',
  async ({ plaza }) => {
    const join = async (username: string, next?: string) => {
      const named = { name: 'Grace Hopper', username, email: `${username}@example.org` };
      const answer = await plaza.form(undefined, '/signup', {
        ...named,
        password: 'correct horse battery',
        ...(next && { next }),
      });
      return answer.headers.location;
    };
    assert.equal(await join('grace'), '/');
    assert.equal(await join('hopper', '/developers'), '/developers');
  },
);
