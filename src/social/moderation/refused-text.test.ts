import assert from 'node:assert/strict';
import { test, type TestApp } from '../../../test/app.ts';
import { createWorld } from '../../../test/world.ts';
import { suggestTerm } from '../glossary/terms.ts';
import { addPage, changePage } from '../pages/editing.ts';

const refused = (app: TestApp) =>
  app.db
    .selectFrom('social.verdict')
    .where('outcome', '=', 'refuse')
    .select('subject')
    .orderBy('id')
    .execute();

test('pages and terms that moderation rejects are not created, and the rejection is recorded', async (app) => {
  const { ada } = await createWorld(app);
  await app.db
    .insertInto('social.text_rule')
    .values({ kind: 'word', pattern: 'scam', outcome: 'refuse', added_at: app.clock.now() })
    .execute();
  const page = { title: 'Bread', username: 'bread', about: 'A scam', website: '', category: '' };
  await assert.rejects(addPage(app, ada, page), { kind: 'invalid', field: 'about' });
  const pages = await app.db.selectFrom('social.page').select('id').execute();
  assert.deepEqual(pages, [], 'the page is not created');
  assert.deepEqual(await refused(app), [{ subject: 'page' }]);

  const id = await addPage(app, ada, { ...page, about: 'Loaves' });
  await assert.rejects(changePage(app, ada, id, { about: 'A scam' }), { kind: 'invalid', field: 'about' });
  const changed = await app.db.selectFrom('social.page').select('about').execute();
  assert.deepEqual(changed, [{ about: 'Loaves' }]);

  const term = { name: 'Levain', aliases: '', definition: 'A scam', seeAlso: '', sets: [], note: '' };
  await assert.rejects(suggestTerm(app, ada, term), { kind: 'invalid', field: 'definition' });
  assert.deepEqual(await app.db.selectFrom('social.term_suggestion').select('id').execute(), []);
  assert.deepEqual(
    (await refused(app)).map(({ subject }) => subject),
    ['page', 'page', 'term'],
  );
});
