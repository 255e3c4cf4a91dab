import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { changePrivacy, getPrivacy } from '../../identity/account/privacy.ts';
import { askQuestion } from '../questions/questions.ts';
import { updateSiteSettings } from '../../identity/operators/settings.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { publishPost } from '../posts/publishing.ts';
import { react } from '../reactions/reactions.ts';
import { getFront } from './front.ts';

testPlaza('the landing page shows public posts and listed members', async (world) => {
  const { app, plaza, ada, bob } = world;
  const ask = (title: string) =>
    askQuestion(app, ada, { title, text: 'How is it done?', categoryId: '', tags: '' });
  await ask('How do I keep bees?');
  await changePrivacy(app, bob.id, { ...(await getPrivacy(app, bob.id)), isListed: false });
  const { questions, people } = await getFront(app);
  assert.deepEqual(
    questions.map(({ title, author }) => [title, author]),
    [['How do I keep bees?', ada.name]],
  );
  const names = people.map(({ username }) => username);
  assert.ok(names.includes('ada'));
  assert.ok(!names.includes('bob'));
  const { text } = await plaza.page(undefined, '/');
  assert.match(text, /How do I keep bees\?/);
  assert.match(text, /href="\/discover"/);
  assert.match((await plaza.page(undefined, '/developers')).text, /0\.002 USDC/);
  assert.doesNotMatch(text, /href="\/@bob"/);
});

testPlaza('the landing page has the community’s words and posts that visitors may see', async (world) => {
  const { app, plaza, olga, ada } = world;
  const settings = { ...(await getSiteSettings(app)), name: 'Agora', description: 'A square' };
  await updateSiteSettings(app, olga, { ...settings, welcome: 'Come **in** <script>' });
  const say = (text: string, privacy: 'public' | 'friends' = 'public', warning = '') =>
    publishPost(app, ada, { text, privacy, warning, photos: [] });
  const quiet = await say('The harbor is quiet this morning.');
  const loud = await say('The market is loud this evening.');
  await say('For friends only, and nobody else.', 'friends');
  await say('What the warning hides is not shown.', 'public', 'Spoilers');
  await react(app, olga, quiet, 'like');
  const { posts } = await getFront(app);
  assert.deepEqual(
    posts.map(({ href }) => href),
    [`/posts/${quiet}`, `/posts/${loud}`],
  );
  const { text } = await plaza.page(undefined, '/');
  assert.match(text, /<h1 dir="auto">Agora<\/h1>[^]*A square[^]*Come <strong>in<\/strong> &lt;script&gt;/);
  assert.doesNotMatch(text, /friends only|warning hides/);
  const markdown = await plaza.page(undefined, '/', { accept: 'text/markdown' });
  assert.match(markdown.text, /^# Agora\n\nA square\n\nCome \*\*in\*\*/);
});

testPlaza('the landing page shows the first post of a thread only', async ({ app, ada }) => {
  const thread = ['The second part is as long as this.', 'The third part is as long as this.'].map(
    (text) => ({
      text,
      photos: [],
    }),
  );
  const id = await publishPost(app, ada, {
    text: 'The first part of all.',
    privacy: 'public',
    photos: [],
    thread,
  });
  const { posts } = await getFront(app);
  assert.deepEqual(
    posts.map(({ href }) => href),
    [`/posts/${id}`],
  );
});
