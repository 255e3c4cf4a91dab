import assert from 'node:assert/strict';
import { testWithDatabase } from '../../../test/app.ts';
import { cpuOfAsync, referenceCost } from '../../../test/pathological/cost.ts';
import { renderArticle, previewArticle } from '../articles/render-article.ts';
import { createWorld } from '../../../test/world.ts';
import { inTransaction } from '../../platform/app.ts';
import { minutes } from '../../kernel/time.ts';
import { plainRich } from './rendered.ts';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { ofText, prepareShown, prepareTexts } from './prepared.ts';

const long = (part: string) => part.repeat(Math.ceil(99_000 / part.length));
const worst = ['# a\n', 'a|b\n-|-\n', '- a\n', 'a\n\n', '#word '];

testWithDatabase('a long preview is rendered outside of this process, like here', async ({ app }) => {
  const { ada } = await createWorld(app);
  const { body } = renderArticle({ text: '# A\n\nSee *this* #tag', mentions: new Map() });
  assert.equal((await previewArticle(app, ada, '# A\n\nSee *this* #tag')).text, body.text);
  // The first call starts the sandbox.
  await previewArticle(app, ada, long('b\n'));
  for (const part of worst) {
    let min = Infinity;
    for (let attempt = 0; attempt < 5 && min > 16; attempt += 1) {
      const text = `${long(part)}${attempt}`;
      min = Math.min(min, (await cpuOfAsync(() => previewArticle(app, ada, text))) / referenceCost());
    }
    assert.ok(min <= 16, `${JSON.stringify(part)}: ${min.toFixed(1)} times the reference`);
  }
});

testPlaza('previews share one budget, whatever the door', async ({ app, ada, plaza }) => {
  const used = async () =>
    120 - (await app.limits.peek({ name: 'preview', calls: 120, within: minutes(5) }, ada.id)).remaining;
  const before = await used();
  await plaza.api(ada, 'POST', '/apis/php/articles/preview', { text: 'A' });
  await plaza.form(ada, '/articles/preview', { title: 'A', text: 'A' });
  await plaza.form(ada, '/questions', { title: 'A', text: 'A', act: 'preview' });
  assert.equal((await used()) - before, 3);
});

testWithDatabase('texts are shown without markup where no sandbox can prepare them', async ({ app }) => {
  const unknown = ofText('unknown to the sandbox', 2, (text) => `computed ${text.length}`);
  const text = long('c');
  await inTransaction(app, (app) => prepareTexts(app, 'ada', [unknown.call(text)]));
  assert.equal(unknown(text), 'computed 99000');
  const other = long('d');
  await assert.rejects(prepareTexts(app, 'ada', [unknown.call(other)]), /Unknown function/);
  const slow = long('e\n\n');
  const hurried = { ...app, config: { ...app.config, TOOL_SECONDS: 0.001 } };
  await prepareShown(hurried, 'ada', [plainRich.call(slow)], () => 'bare');
  assert.equal(plainRich(slow), 'bare');
});

testPlaza('a text with very many hashtags is rejected at its field', async ({ ada, plaza }) => {
  const tags = (count: number) => Array.from({ length: count }, (_, at) => `#tag${at}`).join(' ');
  const publish = (text: string) =>
    plaza.api(ada, 'POST', '/apis/php/articles/article', { title: 'A', text });
  const refused = await publish(tags(14_000).slice(0, 99_000));
  assert.equal(refused.status, 400);
  assert.match(refused.body.message, /200 different hashtags/);
  assert.equal((await publish(tags(200))).status, 200);
});
