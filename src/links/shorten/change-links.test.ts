import assert from 'node:assert/strict';
import { test, testWithDatabase } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import { days } from '../../kernel/time.ts';
import { getLink } from '../link/link.ts';
import { listAndCountLinks } from '../link/list-links.ts';
import { addLink } from './add-links.ts';
import { deleteLink, restoreLink, updateLink } from './change-links.ts';
import { releaseAliases } from './jobs.ts';
import { testHop } from '../../../test/ask-hop.ts';
import { ownedCampaigns } from '../campaigns/campaigns.ts';
import { ownedChannels } from '../channels/channels.ts';

const target = 'https://example.com/page';
const full = {
  url: target,
  alias: 'spring',
  title: 'Title',
  description: 'note',
  expiry: '2026-12-01',
} as const;

test('omitted fields do not change', async (app) => {
  const ada = await addPerson(app, 'ada');
  const before = await addLink(app, ada, { ...full, visibility: 'private' });
  const after = await updateLink(app, ada, before.id, { url: 'https://example.org/other' });
  assert.deepEqual(after, { ...before, url: 'https://example.org/other' });
  assert.deepEqual(await getLink(app, ada, before.id), after);
});

test('a blank value clears a title, note or expiry, and keeps the alias', async (app) => {
  const ada = await addPerson(app, 'ada');
  const before = await addLink(app, ada, full);
  const after = await updateLink(app, ada, before.id, {
    url: target,
    alias: '',
    title: '',
    description: '',
    expiry: '',
  });
  assert.deepEqual(after, { ...before, title: 'example.com', description: '', expiresAt: null });
});

test('a default title follows the destination', async (app) => {
  const ada = await addPerson(app, 'ada');
  const { id } = await addLink(app, ada, { url: target });
  assert.equal((await updateLink(app, ada, id, { url: 'https://www.example.org/' })).title, 'example.org');
  assert.equal((await updateLink(app, ada, id, { url: target, title: 'Mine' })).title, 'Mine');
  assert.equal((await updateLink(app, ada, id, { url: 'https://www.example.org/' })).title, 'Mine');
});

test('all fields can be updated', async (app) => {
  const ada = await addPerson(app, 'ada');
  const { id } = await addLink(app, ada, full);
  await updateLink(app, ada, id, {
    ...full,
    alias: 'Summer',
    title: 'New',
    visibility: 'private',
    expiry: '2027-01-01',
  });
  const { alias, title, visibility, expiresAt } = await getLink(app, ada, id);
  assert.deepEqual({ alias, title, visibility }, { alias: 'Summer', title: 'New', visibility: 'private' });
  assert.deepEqual(expiresAt, new Date('2027-01-01T00:00:00Z'));
});

test('an expired link can be updated without changing its expiry', async (app) => {
  const ada = await addPerson(app, 'ada');
  const { id } = await addLink(app, ada, { url: target, expiry: '2026-03-02' });
  app.clock.set(new Date('2026-04-01T00:00:00Z'));
  await updateLink(app, ada, id, { url: target, title: 'Over', expiry: '2026-03-02T00:00:00' });
  await assert.rejects(updateLink(app, ada, id, { url: target, expiry: '2026-03-03' }), { field: 'expiry' });
});

test('rejects a taken, reserved or malformed alias', async (app) => {
  const ada = await addPerson(app, 'ada');
  await addLink(app, ada, { url: target, alias: 'taken' });
  const { id } = await addLink(app, ada, full);
  await assert.rejects(updateLink(app, ada, id, { url: target, alias: 'taken' }), {
    kind: 'conflict',
    field: 'custom',
  });
  for (const alias of ['api', 'a b', 'ab'])
    await assert.rejects(updateLink(app, ada, id, { url: target, alias }), {
      kind: 'invalid',
      field: 'custom',
    });
});

test('links that are missing or belong to others cannot be updated', async (app) => {
  const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  const { id } = await addLink(app, ada, full);
  await assert.rejects(updateLink(app, bob, id, { url: target }), { kind: 'missing' });
  await assert.rejects(updateLink(app, ada, '999999999', { url: target }), { kind: 'missing' });
});

testWithDatabase('broadcasts both aliases when a link’s alias changes', async ({ app }) => {
  const ada = await addPerson(app, 'ada');
  const { id } = await addLink(app, ada, full);
  const heard = new Set<string>();
  const both = new Promise<void>((resolve) => {
    app.broadcast.subscribe('links.changed', (payload) => {
      heard.add((payload as { alias: string }).alias);
      if (heard.has('spring') && heard.has('moved')) resolve();
    });
  });
  await updateLink(app, ada, id, { url: target, alias: 'moved' });
  await both;
});

type Details = Record<string, unknown>;

testHop('a duplicate has everything but the alias, and what is given', async ({ app, ada, asAda, asBob }) => {
  const campaign = await ownedCampaigns.add(app, ada, { name: 'Spring', slug: '' });
  const channel = await ownedChannels.add(app, ada, { name: 'Mail', description: '', color: '' });
  const details = async (id: unknown) =>
    (await asAda.api('GET', `/api/url/${String(id)}`)).body.details as Details;
  const { body } = await asAda.api('POST', '/api/url/add', {
    url: 'https://example.com/a',
    custom: 'original',
    metatitle: 'Title',
    metadescription: 'Described',
    password: 'open sesame',
    status: 'private',
    tags: ['red', 'blue'],
    channel: Number(channel.id),
    campaign: Number(campaign.id),
    expiry: '2099-01-01 12:00:00',
    redirectstatus: 307,
    geotarget: [{ location: 'Canada', link: 'https://example.ca' }],
    parameters: [{ name: 'ref', value: 'x' }],
    trackconversion: true,
  });
  const original = await details(body.id);
  const copied = await asAda.api('POST', `/api/url/${String(body.id)}/duplicate`, {});
  assert.equal(copied.status, 200, JSON.stringify(copied.body));
  const copy = await details(copied.body.id);
  const own = { id: 0, shorturl: '' };
  assert.deepEqual({ ...copy, ...own }, { ...original, ...own });
  assert.notEqual(copy.shorturl, original.shorturl);
  assert.equal(copy.password, true);
  const hashes = await app.db.selectFrom('links.link').select('password_hash').execute();
  assert.equal(new Set(hashes.map(({ password_hash: hash }) => hash)).size, 1, 'the same password');
  const changed = await asAda.api('POST', `/api/url/${String(body.id)}/duplicate`, {
    ...{ custom: 'other', url: 'https://example.com/b', expiry: '', tags: '', channel: '', password: null },
  });
  const other = await details(changed.body.id);
  assert.deepEqual(
    [other.shorturl, other.longurl, other.expiry, other.tags, other.channel, other.password, other.title],
    ['http://hop.test/other', 'https://example.com/b', null, [], null, false, 'Title'],
  );
  const taken = await asAda.api('POST', `/api/url/${String(body.id)}/duplicate`, { custom: 'other' });
  assert.ok([400, 409, 422].includes(taken.status), String(taken.status));
  assert.equal((await asBob.api('POST', `/api/url/${String(body.id)}/duplicate`, {})).status, 404);
});

const firstPage = { order: 'date', page: 1, perPage: 15 } as const;

test('a deleted link is not found, and is restored unchanged', async (app) => {
  const ada = await addPerson(app, 'ada');
  const link = await addLink(app, ada, { url: target, alias: 'spring' });
  await deleteLink(app, ada, link.id);
  await assert.rejects(getLink(app, ada, link.id), { kind: 'missing' });
  assert.equal((await listAndCountLinks(app, ada, firstPage)).links.length, 0);
  assert.deepEqual(await restoreLink(app, ada, link.id), link);
  assert.deepEqual(await getLink(app, ada, link.id), link);
});

test('a link is deleted only once and only by its owner', async (app) => {
  const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  const { id } = await addLink(app, ada, { url: target });
  await assert.rejects(deleteLink(app, bob, id), { kind: 'missing' });
  await deleteLink(app, ada, id);
  await assert.rejects(deleteLink(app, ada, id), { kind: 'missing' });
  await assert.rejects(restoreLink(app, bob, id), { kind: 'missing' });
});

test('an alias is free 30 days after its link was deleted, and the link can then not be restored', async (app) => {
  const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  const { id } = await addLink(app, ada, { url: target, alias: 'spring' });
  await deleteLink(app, ada, id);
  app.clock.turn(days(30));
  await releaseAliases(app);
  await addLink(app, bob, { url: target, alias: 'spring' });
  await assert.rejects(restoreLink(app, ada, id), { kind: 'conflict' });
});
