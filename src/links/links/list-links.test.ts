import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import type { TestApp } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import { addLink } from './add-link.ts';
import { findByShort } from './find-by-short.ts';
import { listLinks, type ListOptions } from './list-links.ts';

const target = 'https://example.com/page';

/** Ada's links one, two and three, followed 5, 0 and 9 times; bob has one of his own. */
async function makeLinks(app: TestApp) {
  const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  for (const [alias, clicks] of [['one', 5], ['two', 0], ['three', 9]] as const) {
    const { id } = await addLink(app, ada, { url: `${target}/${alias}`, alias, title: `Title ${alias}` });
    if (clicks === 0) continue;
    const total = { link_id: id, clicks, uniques: 1, last_click_at: app.clock.now() };
    await app.db.insertInto('links.link_total').values(total).execute();
  } // prettier-ignore
  await addLink(app, bob, { url: target, alias: 'bobs' });
  return { ada, bob };
}

test('links are listed by date or by clicks, page by page, and nobody else’s', async (app) => {
  const { ada } = await makeLinks(app);
  const list = async (options: Partial<ListOptions>) => {
    const { links, total } = await listLinks(app, ada, { order: 'date', page: 1, perPage: 15, ...options });
    return [links.map(({ alias, clicks }) => `${alias} ${clicks}`).join(', '), total];
  };
  const rows = [
    [{}, 'three 9, two 0, one 5', 3],
    [{ ascending: true }, 'one 5, two 0, three 9', 3],
    [{ order: 'click' }, 'three 9, one 5, two 0', 3],
    [{ order: 'click', ascending: true }, 'two 0, one 5, three 9', 3],
    [{ perPage: 2 }, 'three 9, two 0', 3],
    [{ perPage: 2, page: 2 }, 'one 5', 3],
    [{ page: 9 }, '', 3],
    [{ search: 'TITLE T' }, 'three 9, two 0', 2],
    [{ search: 'page/one' }, 'one 5', 1],
    [{ search: '%' }, '', 0],
    [{ search: '_' }, '', 0],
    [{ search: '\\' }, '', 0],
  ] as const;
  for (const [options, expected, total] of rows) assert.deepEqual(await list(options), [expected, total]);
});

test('a link is found by its short address, by its owner alone', async (app) => {
  const { ada, bob } = await makeLinks(app);
  for (const short of ['http://hop.test/one', 'https://hop.test/one', 'hop.test/one', 'one'])
    assert.equal((await findByShort(app, ada, short))?.alias, 'one', short);
  for (const short of [
    'hop.test/One',
    'other.test/one',
    'hop.test/',
    '',
    'hop.test/o/ne',
    '%',
    'a\0b',
    'x'.repeat(5000),
  ])
    assert.equal(await findByShort(app, ada, short), undefined, short.slice(0, 20));
  assert.equal(await findByShort(app, bob, 'hop.test/one'), undefined);
});
