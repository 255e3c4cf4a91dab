import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { defaultPages } from './default-pages.ts';
import { saveStaticPage } from './static-pages.ts';

testPlaza('terms, privacy and about exist before operators write their own', async ({ app, olga, plaza }) => {
  for (const slug of ['about', 'terms', 'privacy']) {
    const page = await plaza.page(undefined, `/static/${slug}`);
    assert.equal(page.status, 200, slug);
    assert.match(page.text, /Plaza[^]*href="\/contact"/);
    const short = await plaza.page(undefined, `/${slug}`);
    assert.deepEqual([short.status, short.headers.location], [301, `/static/${slug}`]);
  }
  assert.match(
    (await plaza.page(undefined, '/static/about')).text,
    /Run your own[^]*npm start[^]*npm run demo/,
  );
  assert.doesNotMatch((await plaza.page(undefined, '/static/about')).text, /Get the source code/);
  const source = 'https://code.example/plaza';
  assert.match(
    defaultPages({ name: 'Plaza', url: '', deletionDays: 14, source })[0]?.body ?? '',
    /\[Get the source code\]\(https:\/\/code\.example\/plaza\)/,
  );
  const german = await plaza.page(undefined, '/static/privacy', { 'accept-language': 'de' });
  assert.match(german.text, /lang="de"[^]*Was gespeichert wird[^]*href="\/contact"/);
  assert.match((await plaza.page(undefined, '/static')).text, /href="\/static\/privacy"/);
  const own = { slug: 'terms', language: 'en', title: 'House rules', body: 'Be kind', position: 0 };
  await saveStaticPage(app, olga, { ...own, inFooter: true });
  const terms = (await plaza.page(undefined, '/static/terms')).text;
  assert.match(terms, /House rules[^]*Be kind/);
  assert.doesNotMatch(terms, /comes with the software/);
  assert.equal((await plaza.page(undefined, '/static/nothing')).status, 404);
});

testPlaza('a 404 page keeps the navigation for signed-in people', async ({ ada, plaza }) => {
  for (const address of ['/posts/999999999', '/nowhere/at-all']) {
    const found = await plaza.page(ada, address);
    assert.equal(found.status, 404, address);
    assert.match(found.text, /data-shape="app"[^]*aria-label="Main"/, address);
    assert.match((await plaza.page(undefined, address)).text, /data-shape="plain"/);
  }
});
