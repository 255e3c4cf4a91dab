import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { changePrivacy, getPrivacy } from '../../identity/account/privacy.ts';
import { askQuestion } from '../questions/questions.ts';
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
  assert.match(text, /0\.002 USDC/);
  assert.doesNotMatch(text, /href="\/@bob"/);
});
