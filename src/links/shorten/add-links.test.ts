import assert from 'node:assert/strict';
import { test, testWithDatabase } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import { getLink } from '../link/link.ts';
import { addLink } from './add-links.ts';

const target = 'https://example.com/page';

test('a link gets the requested alias, and the site name as title until its title is fetched', async (app) => {
  const ada = await addPerson(app, 'ada');
  const link = await addLink(app, ada, { url: 'https://www.example.com/page', alias: 'spring' });
  assert.deepEqual(link, {
    id: link.id,
    domain: null,
    alias: 'spring',
    url: 'https://www.example.com/page',
    title: 'example.com',
    description: '',
    visibility: 'public',
    externalId: null,
    expiresAt: null,
    createdAt: app.clock.now(),
  });
  assert.deepEqual(await getLink(app, ada, link.id), link);
});

test('every option of a link is stored', async (app) => {
  const ada = await addPerson(app, 'ada');
  const { id } = await addLink(app, ada, {
    url: target,
    alias: 'привет',
    title: ' A  title ',
    description: 'note',
    visibility: 'private',
    expiry: '2026-12-01 08:00:00',
  });
  const link = await getLink(app, ada, id);
  assert.equal(link.alias, 'привет');
  assert.equal(link.title, 'A title');
  assert.equal(link.description, 'note');
  assert.equal(link.visibility, 'private');
  assert.deepEqual(link.expiresAt, new Date('2026-12-01T08:00:00Z'));
});

test('blank texts are treated as omitted', async (app) => {
  const ada = await addPerson(app, 'ada');
  const link = await addLink(app, ada, {
    url: target,
    alias: ' ',
    title: ' ',
    description: ' ',
    expiry: ' ',
  });
  assert.match(link.alias, /^[0-9A-Za-z]{5}$/);
  assert.equal(link.title, 'example.com');
  assert.equal(link.expiresAt, null);
});

test('the same URL can be shortened again', async (app) => {
  const ada = await addPerson(app, 'ada');
  const [first, second] = [
    await addLink(app, ada, { url: target }),
    await addLink(app, ada, { url: target }),
  ];
  assert.notEqual(first.alias, second.alias);
});

test('an alias used by any account is a conflict', async (app) => {
  const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  await addLink(app, ada, { url: target, alias: 'Sale' });
  for (const who of [ada, bob])
    await assert.rejects(addLink(app, who, { url: target, alias: 'Sale' }), {
      kind: 'conflict',
      field: 'custom',
    });
  assert.equal((await addLink(app, bob, { url: target, alias: 'sale' })).alias, 'sale');
});

test('rejects invalid values and names the field', async (app) => {
  const ada = await addPerson(app, 'ada');
  const rows = [
    [{ url: 'example.com' }, 'url'],
    [{ url: 'http://hop.test/abc' }, 'url'],
    [{ url: target, alias: 'ab' }, 'custom'],
    [{ url: target, alias: 'api' }, 'custom'],
    [{ url: target, title: 'x'.repeat(256) }, 'metatitle'],
    [{ url: target, description: 'x'.repeat(2049) }, 'description'],
    [{ url: target, expiry: '2020-11-11 12:00:00' }, 'expiry'],
  ] as const;
  for (const [input, field] of rows)
    await assert.rejects(addLink(app, ada, input), { kind: 'invalid', field });
});

testWithDatabase('only one of several concurrent requests gets an alias', async ({ app }) => {
  const people = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  const asked = Array.from({ length: 12 }, (_, i) =>
    addLink(app, people[i % 2]!, { url: target, alias: 'launch' }),
  );
  const outcomes = await Promise.allSettled(asked);
  const reasons = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
  );
  assert.equal(outcomes.length - reasons.length, 1);
  for (const reason of reasons) assert.equal((reason as { kind: string }).kind, 'conflict');
});
