import assert from 'node:assert/strict';
import { test } from '../../../../test/app.ts';
import { addPerson } from '../../../../test/world.ts';
import { addLink } from '../../links/add-link.ts';
import { listLinks } from './list-links.ts';

test('finds links by title in any script, with and without accents', async (app) => {
  const ada = await addPerson(app, 'ada');
  const add = (alias: string, title: string) =>
    addLink(app, ada, { url: `https://example.com/${alias}`, alias, title });
  await add('one', 'Le Café de Łódź');
  await add('two', 'The Cafe');
  await add('three', '東京タワー 100%');
  const found = async (search: string) =>
    (await listLinks(app, ada, { filter: { search }, order: 'date', page: 1, perPage: 15 }))
      .map(({ alias }) => alias)
      .join(' ');
  for (const [search, aliases] of [
    ['cafe', 'two one'],
    ['CAFÉ', 'two one'],
    ['lodz', 'one'],
    ['東京', 'three'],
    ['タワー 100%', 'three'],
    ['ﾀﾜｰ', 'three'],
    ['京東', ''],
    ['100_', ''],
    ['example.com/tw', 'two'],
  ] as const)
    assert.equal(await found(search), aliases, search);
});
