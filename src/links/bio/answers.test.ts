import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { testHop } from '../../../test/ask-hop.ts';
import { addBioAnswer, answersCsv, listFormAnswers } from './answers.ts';
import { addBio } from './bios.ts';
import { type BlockOf, findBlock } from './block.ts';
import { addBlock } from './blocks.ts';

testHop('submissions are listed, downloaded and deleted by the owner', async ({ app, ada, asAda }) => {
  const { id } = await addBio(app, ada, { title: 'Ada' });
  const fields = { purpose: 'contact', title: 'Write' };
  const block = await findBlock(app, id, await addBlock(app, ada, id, 'form', { fields, files: [] }));
  assert.match((await asAda.page(`/dashboard/bio/${id}/answers`)).text, /No submissions yet/);
  const input = { email: 'eve@example.org', name: '=HYPERLINK("x")', message: 'Say "hello",\nplease <b>' };
  await addBioAnswer(app, id, block as BlockOf<'form'>, input);
  const { text: page } = await asAda.page(`/dashboard/bio/${id}/answers`);
  assert.match(page, /eve@example.org[^]*please &lt;b&gt;/);
  assert.equal(
    (await buffer(answersCsv(app, id))).toString(),
    '\ufeffForm,Name,Email,Message,Sent (UTC)\n' +
      `Write,"'=HYPERLINK(""x"")",eve@example.org,"Say ""hello"",\nplease <b>",2026-03-01 12:00:00\n`,
  );
  const answer = /answers\/(\d+)\/delete/.exec(page)?.[1];
  await asAda.form(`/dashboard/bio/${id}/answers/${answer}/delete`);
  assert.match((await asAda.page(`/dashboard/bio/${id}/answers`)).text, /No submissions yet/);
  assert.equal((await asAda.form(`/dashboard/bio/${id}/answers/${answer}/delete`)).status, 404);
});

testHop('a newsletter has one subscription per address, however it is written', async ({ app, ada }) => {
  const { id } = await addBio(app, ada, { title: 'Ada' });
  const fields = { purpose: 'newsletter', title: 'News' };
  const block = await findBlock(app, id, await addBlock(app, ada, id, 'form', { fields, files: [] }));
  for (const email of [
    'eve@bücher.example',
    'Eve@xn--bcher-kva.example',
    'josé@example.org',
    'jose\u0301@example.org',
  ])
    await addBioAnswer(app, id, block as BlockOf<'form'>, { email });
  const answers = await listFormAnswers(app, id, { limit: 10 });
  assert.deepEqual(
    answers.map(({ email }) => email),
    ['josé@example.org', 'eve@bücher.example'],
  );
});
