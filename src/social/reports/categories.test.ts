import assert from 'node:assert/strict';
import { createWorld } from '../../../test/world.ts';
import { test } from '../../../test/app.ts';
import { inLanguage, type InterfaceLanguage } from '../../web/translation/languages.ts';
import { listReportCategories, updateReportCategory } from './categories.ts';

test('reasons are in the reader’s language, unless operators changed them', async (app) => {
  const titleIn = async (language: InterfaceLanguage, all = false) => {
    const categories = await inLanguage(language, () => listReportCategories(app, { all }));
    return categories.find(({ name }) => name === 'inappropriate')?.title;
  };
  assert.equal(await titleIn('en'), 'Inappropriate');
  assert.equal(await titleIn('de'), 'Unangemessen');
  // Operators edit the stored text.
  const { olga } = await createWorld(app);
  assert.equal(await titleIn('de', true), 'Inappropriate');
  const { id } = await app.db
    .selectFrom('social.report_category')
    .select('id')
    .where('name', '=', 'inappropriate')
    .executeTakeFirstOrThrow();
  await updateReportCategory(app, olga, id, { title: 'Not safe for work', description: '', position: 3 });
  assert.equal(await titleIn('de'), 'Not safe for work');
});
