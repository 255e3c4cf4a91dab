import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import { addLink } from '../shorten/add-links.ts';
import { listAndCountLinks } from './list-links.ts';

/** A title, and searches that find it. */
const rows: [title: string, searches: string[]][] = [
  ['say “quibble” now', ['quibble', '“quibble”', 'say “quibble”']],
  ['a—quibble—b', ['quibble']],
  ['🎉quibble🎉', ['quibble', '🎉']],
  ['à l’hôtel', ['hotel', "l'hotel", 'l’hôtel', 'HÔTEL'.normalize('NFD')]],
  ["can't stop", ['can’t', "can't"]],
  ['can’t stop', ['can’t', "can't stop"]],
  ['مُحَمَّد إسلام', ['محمد', 'اسلام', 'مُحَمَّد']],
  ['می\u200cخواهم', ['میخواهم', 'می\u200cخواهم']],
  ['שָׁלוֹם', ['שלום']],
  ['ΛΟΓΟΣ', ['λόγος']],
  ['Straße', ['STRASSE', 'straße']],
  ['İSTANBUL', ['istanbul', 'İstanbul']],
  ['AT&T, C++, C#, .NET and #1', ['at&t', 'c++', 'c#', '.net', '#1']],
  ['我们在北京大学', ['北京', '京大']],
];

test('finds links by titles in every written form', async (app) => {
  const ada = await addPerson(app, 'ada');
  const wrong: string[] = [];
  for (const [n, [title, searches]] of rows.entries()) {
    await addLink(app, ada, { url: 'https://example.com/', alias: `alias${n}`, title });
    for (const search of searches) {
      const { links: found } = await listAndCountLinks(app, ada, {
        filter: { search },
        order: 'date',
        page: 1,
        perPage: 1,
      });
      if (found[0]?.alias !== `alias${n}`) wrong.push(`“${search}” finds “${title}”`);
    }
  }
  await addLink(app, ada, { url: 'https://example.com/', alias: 'Café', title: '' });
  const { links: found } = await listAndCountLinks(app, ada, {
    filter: { search: 'cafe' },
    order: 'date',
    page: 1,
    perPage: 1,
  });
  assert.equal(found[0]?.alias, 'Café');
  assert.deepEqual(wrong, []);
});

test('finds links by title in any script, with and without accents', async (app) => {
  const ada = await addPerson(app, 'ada');
  const add = (alias: string, title: string) =>
    addLink(app, ada, { url: `https://example.com/${alias}`, alias, title });
  await add('one', 'Le Café de Łódź');
  await add('two', 'The Cafe');
  await add('three', '東京タワー 100%');
  const found = async (search: string) =>
    (await listAndCountLinks(app, ada, { filter: { search }, order: 'date', page: 1, perPage: 15 })).links
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
    ['“cafe”', 'two one'],
    ['”', ''],
  ] as const)
    assert.equal(await found(search), aliases, search);
});
