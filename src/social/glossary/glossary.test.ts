import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { getPerson } from '../../../test/world.ts';

testPlaza('the glossary can be edited, searched and read', async ({ olga, ada, plaza, app }) => {
  await plaza.form(olga, '/glossary/sets/new', { title: 'The web', description: 'How pages are found' });
  const page = (path: string) => plaza.page(undefined, path);
  const add = (fields: Record<string, string>) => plaza.form(olga, '/glossary/new', fields);
  const added = await add({ name: 'Élan vital', definition: 'A **force**.', aliases: 'Spirit, Drive' });
  assert.equal(added.headers.location, '/glossary/elan-vital');
  const other = await add({
    name: 'Robots',
    definition: 'Reads pages.',
    seeAlso: 'Elan vital',
    sets: 'the-web',
  });
  assert.equal(other.status, 303, other.text);
  const term = await page('/glossary/elan-vital');
  for (const part of [
    /A <strong>force<\/strong>/,
    /Also: Spirit, Drive/,
    /href="\/glossary\/robots"/,
    /"@type":"DefinedTerm"/,
  ])
    assert.match(term.text, part);
  assert.match((await page('/glossary/sets/the-web')).text, /"@type":"DefinedTermSet"[^]*Robots/);
  assert.match((await page('/glossary')).text, /href="\/glossary\?letter=E"[^]*letter=R/);
  assert.match((await page('/glossary?letter=E')).text, /Élan vital/);
  assert.doesNotMatch((await page('/glossary?letter=E')).text, /Robots<\/a><\/h2>/);
  assert.match((await page('/glossary?q=driv')).text, /Élan vital/);
  assert.match((await page('/glossary?q=%26%21')).text, /No matching terms/);
  const twin = await plaza.page(undefined, '/glossary/elan-vital', { accept: 'text/markdown' });
  assert.match(twin.text, /^# Élan vital\n\nAlso: Spirit, Drive/);

  const unknown = await add({ name: 'X', definition: 'y', seeAlso: 'Nothing' });
  assert.match(unknown.text, /Unknown term “Nothing”/);
  assert.equal((await add({ name: 'ROBOTS', definition: 'y' })).status, 409);
  const renamed = await plaza.form(olga, '/glossary/robots/edit', {
    name: 'Crawler',
    definition: 'Reads pages.',
  });
  assert.equal(renamed.headers.location, '/glossary/crawler');
  const moved = await page('/glossary/robots');
  assert.deepEqual([moved.status, moved.headers.location], [301, '/glossary/crawler']);
  const history = await plaza.page(olga, '/glossary/crawler/history');
  assert.match(history.text, /<ins>Crawler<\/ins>/);
  const version = /name="version" value="(\d+)"/.exec(history.text)?.[1] ?? '';
  await plaza.form(olga, '/glossary/crawler/versions/restore', { version });
  assert.equal((await page('/glossary/robots')).status, 200);

  assert.equal((await plaza.form(ada, '/glossary/robots/delete')).status, 403);
  const deleted = await plaza.form(olga, '/glossary/robots/delete');
  assert.equal((await page('/glossary/robots')).status, 404);
  assert.match((await plaza.page(olga, String(deleted.headers.location))).text, /Undo/);
  const id = /deleted\/(\d+)$/.exec(String(deleted.headers.location))?.[1] ?? '';
  assert.equal((await plaza.form(olga, '/glossary/restore', { id })).status, 303);
  assert.equal((await page('/glossary/robots')).status, 200);
  await app.db.updateTable('identity.account').set({ role: 'glossarist' }).where('id', '=', ada.id).execute();
  const keeper = await getPerson(app, ada.id);
  assert.equal((await plaza.form(keeper, '/glossary/robots/delete')).status, 303);
});

testPlaza(
  'members suggest terms, glossary editors decide, and the author is notified',
  async ({ olga, ada, bob, plaza }) => {
    const suggest = (fields: Record<string, string>) => plaza.form(ada, '/glossary/new', fields);
    assert.equal(
      (await suggest({ name: 'Feed', definition: 'A list.' })).headers.location,
      '/glossary/suggestions',
    );
    assert.equal((await plaza.page(undefined, '/glossary/feed')).status, 404);
    assert.match((await plaza.page(ada, '/glossary/suggestions')).text, /Feed/);
    assert.doesNotMatch((await plaza.page(bob, '/glossary/suggestions')).text, /Feed/);
    const waiting = async () => {
      const { text } = await plaza.page(olga, '/glossary/suggestions');
      return { text, id: /suggestions\/(\d+)\/take/.exec(text)?.[1] ?? '' };
    };
    const { id } = await waiting();
    assert.equal((await plaza.form(ada, `/glossary/suggestions/${id}/take`)).status, 403);
    assert.equal((await plaza.form(olga, `/glossary/suggestions/${id}/take`)).status, 303);
    assert.equal((await plaza.form(olga, `/glossary/suggestions/${id}/take`)).status, 404);
    assert.equal((await plaza.page(undefined, '/glossary/feed')).status, 200);
    assert.match((await plaza.page(undefined, '/glossary/feed/history')).text, /suggested by @ada/);
    assert.match((await plaza.page(ada, '/notifications')).text, /glossary suggestion was accepted/);

    const same = await plaza.form(ada, '/glossary/feed/edit', { name: 'Feed', definition: 'A list.' });
    assert.match(same.text, /No changes to save/);
    await plaza.form(ada, '/glossary/feed/edit', {
      name: 'Feed',
      definition: 'A long list.',
      note: 'Longer',
    });
    const change = await waiting();
    assert.match(change.text, /A <ins>long <\/ins>list/);
    await plaza.form(olga, `/glossary/suggestions/${change.id}/decline`, { reason: 'Short is better' });
    assert.match((await plaza.page(ada, '/glossary/suggestions')).text, /Short is better/);
    assert.match((await plaza.page(undefined, '/glossary/feed')).text, /A list\./);

    await suggest({ name: 'Gone', definition: 'Taken back.' });
    const own =
      /suggestions\/(\d+)\/withdraw/.exec((await plaza.page(ada, '/glossary/suggestions')).text)?.[1] ?? '';
    assert.equal((await plaza.form(bob, `/glossary/suggestions/${own}/withdraw`)).status, 404);
    assert.equal((await plaza.form(ada, `/glossary/suggestions/${own}/withdraw`)).status, 303);
    assert.match((await waiting()).text, /All caught up/);
  },
);

testPlaza('the glossary can be managed through the API', async ({ olga, ada, plaza }) => {
  const term = { name: 'Slug', definition: 'A *part* of an address.', aliases: ['Path name'] };
  assert.equal((await plaza.api(ada, 'POST', '/apis/php/glossary/term', term)).status, 403);
  const created = await plaza.api(olga, 'POST', '/apis/php/glossary/term', term);
  assert.equal(created.status, 200, created.body.message);
  const { term_id, url } = created.body.data as { term_id: string; url: string };
  assert.equal(url, 'http://plaza.test/glossary/slug');
  const one = `/apis/php/glossary/term/${term_id}`;
  const list = await plaza.api(ada, 'GET', '/apis/php/glossary?query=path');
  assert.match(JSON.stringify(list.body.data), /<em>part<\/em>/);
  const suggested = await plaza.api(ada, 'POST', '/apis/php/glossary/suggest', {
    ...term,
    term_id,
    definition: 'Better.',
  });
  assert.equal(suggested.status, 200, suggested.body.message);
  assert.equal((await plaza.api(olga, 'PUT', one, { ...term, name: 'Slugs' })).status, 200);
  assert.equal((await plaza.api(ada, 'DELETE', one)).status, 403);
  assert.equal((await plaza.api(olga, 'DELETE', one)).status, 200);
  assert.equal((await plaza.api(ada, 'GET', one)).status, 404);
});
