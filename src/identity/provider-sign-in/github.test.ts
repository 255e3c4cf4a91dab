import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { baseProvider, openBrowser } from '../../../test/peers/at-provider.ts';
import { startPretendGitHub } from '../../../test/peers/pretend-github.ts';
import { minutes } from '../../kernel/time.ts';
import { addProvider } from '../providers/providers.ts';

testPlaza('signs up and in with GitHub, known by its id and not by its name', async (world) => {
  const github = await startPretendGitHub(baseProvider.secret);
  try {
    const { issuer } = github;
    await addProvider(world.app, world.ada, { ...baseProvider, issuer, kind: 'github', label: 'GitHub' });
    const signIn = async (at: ReturnType<typeof openBrowser>, change = (back: URL) => back) => {
      const begun = await at.get('/signin/with/corp?next=%2Fsaved&again=1');
      assert.match(begun.location, /\/login\/oauth\/authorize\?/);
      const back = change(new URL(github.approve(begun.location)));
      return at.get(back.pathname + back.search);
    };
    const at = openBrowser(world);
    assert.equal((await signIn(at)).location, '/signup/with');
    assert.match((await at.get('/signup/with')).text, /octocat@github\.example[^]*value="The Octocat"/);
    const joined = await at.post('/signup/with', { name: 'The Octocat', username: 'octocat' });
    assert.equal(joined.location, '/saved', joined.text.slice(0, 300));
    world.app.clock.turn(minutes(11));
    const change = () => at.post('/settings/username', { username: 'octo.cat', current: '' });
    assert.equal((await change()).status, 403);
    await signIn(at);
    assert.equal((await change()).status, 303, 'confirmed by having signed in again');
    github.user = { ...github.user, login: 'renamed' };
    assert.equal((await signIn(openBrowser(world))).location, '/saved');
    github.user = { id: 1, login: 'octocat', name: null };
    assert.equal(
      (await signIn(openBrowser(world))).location,
      '/signin/connect',
      'another person, by the address',
    );
    github.emails = [{ email: 'octocat@github.example', verified: false, primary: true }];
    assert.equal(
      (await signIn(openBrowser(world))).location,
      '/signup/with',
      'an address that nobody verified',
    );
    const wrong = await signIn(openBrowser(world), (back) => {
      back.searchParams.set('code', 'stolen');
      return back;
    });
    assert.equal(wrong.location, '/signin');
  } finally {
    github.close();
  }
});
