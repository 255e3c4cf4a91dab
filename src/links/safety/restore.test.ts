import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { fakeDns } from '../../../test/peers/pretend-dns.ts';
import { countingStatements } from '../../../test/pathological/statements.ts';
import { createWorld } from '../../../test/world.ts';
import { setPlan } from '../../identity/plans.ts';
import { type App, inTransaction, type Viewer } from '../../platform/app.ts';
import { addBlock, setBlockState } from '../bio/blocks.ts';
import { addBio, deleteBio, restoreBio } from '../bio/bios.ts';
import { ownedCampaigns } from '../campaigns/campaigns.ts';
import { ownedChannels } from '../channels/channels.ts';
import { addDomain, deleteDomain, restoreDomain, updateDomain } from '../domains/domains.ts';
import { addLink } from '../shorten/add-links.ts';
import { addLinks } from '../shorten/add-many.ts';
import { changeLinks, restoreLinks } from '../shorten/bulk.ts';
import { deleteLink, restoreLink } from '../shorten/change-links.ts';
import { addOverlay, ownedOverlays } from '../overlays/overlays.ts';
import { addCode, deleteCode, restoreCode } from '../qr/codes.ts';
import { addSplashPage, ownedSplashPages } from '../splash/splash-pages.ts';
import { addEntries } from './entries.ts';

const here = '203.0.114.7';
const evil = 'https://evil.example/x';
const dns = { addresses: { 'hop.test': [here], 'brand.to': [here], 'brand.io': [here] }, texts: {} };

/**
 * An object that can be restored: how to add it (with a destination if it has one), delete it and restore it.
 */
interface Restorable {
  limit: string | undefined;
  field: string | undefined;
  add: (app: App, owner: Viewer, n: number) => Promise<string>;
  remove: (app: App, owner: Viewer, id: string) => Promise<unknown>;
  restore: (app: App, owner: Viewer, id: string) => Promise<unknown>;
}

const idOf = async (created: Promise<{ id: string }>) => (await created).id;

const restorables: Record<string, Restorable> = {
  link: {
    limit: 'links',
    field: 'url',
    add: (app, owner) => idOf(addLink(app, owner, { url: evil })),
    remove: deleteLink,
    restore: restoreLink,
  },
  'link with a rule': {
    limit: 'links',
    field: 'devicetarget',
    add: (app, owner) =>
      idOf(addLink(app, owner, { url: 'https://example.com', devices: [{ device: 'iphone', link: evil }] })),
    remove: deleteLink,
    restore: restoreLink,
  },
  'link with a redirect after expiry': {
    limit: 'links',
    field: 'expiredurl',
    add: (app, owner) => idOf(addLink(app, owner, { url: 'https://example.com', expiredUrl: evil })),
    remove: deleteLink,
    restore: restoreLink,
  },
  'QR code': {
    limit: 'qr',
    field: 'url',
    add: (app, owner) => idOf(addCode(app, owner, { kind: 'link', content: { url: evil }, design: {} })),
    remove: deleteCode,
    restore: restoreCode,
  },
  'bio page': {
    limit: 'bio',
    field: 'url',
    add: async (app, owner) => {
      const { id } = await addBio(app, owner, { title: 'Ada' });
      await addBlock(app, owner, id, 'link', { fields: { title: 'Shop', url: evil }, files: [] });
      return id;
    },
    remove: deleteBio,
    restore: restoreBio,
  },
  channel: {
    limit: 'channels',
    field: undefined,
    add: (app, owner, n) => idOf(ownedChannels.add(app, owner, { name: `News ${n}` })),
    remove: ownedChannels.remove,
    restore: ownedChannels.restore,
  },
  campaign: {
    limit: 'campaigns',
    field: undefined,
    add: (app, owner, n) => idOf(ownedCampaigns.add(app, owner, { name: `Spring ${n}` })),
    remove: ownedCampaigns.remove,
    restore: ownedCampaigns.restore,
  },
  domain: {
    limit: 'domains',
    field: 'redirectroot',
    add: (app, owner, n) =>
      addDomain(app, owner, { domain: n === 0 ? 'brand.to' : 'brand.io', redirectroot: evil }),
    remove: deleteDomain,
    restore: restoreDomain,
  },
  'splash page': {
    limit: undefined,
    field: 'url',
    add: (app, owner) =>
      idOf(addSplashPage(app, owner, { name: 'One', title: 'Wait', button: 'Shop', url: evil })),
    remove: ownedSplashPages.remove,
    restore: ownedSplashPages.restore,
  },
  overlay: {
    limit: undefined,
    field: 'url',
    add: (app, owner) =>
      idOf(
        addOverlay(app, owner, 'message', {
          name: 'One',
          title: 'Hello',
          text: 'Hello',
          corner: 'bottom-right',
          button: 'Shop',
          url: evil,
        }),
      ),
    remove: ownedOverlays.remove,
    restore: ownedOverlays.restore,
  },
};

for (const [name, { limit, field, add, remove, restore }] of Object.entries(restorables)) {
  if (limit !== undefined)
    test(`enforces a plan’s limit on restore: ${name}`, async (app) => {
      const { olga, ada } = await createWorld(app);
      fakeDns(app, dns);
      await setPlan(app, olga.id, { name: 'free', calls: null, max: { [limit]: 1 } });
      const id = await add(app, ada, 0);
      await remove(app, ada, id);
      const second = await add(app, ada, 1);
      await assert.rejects(
        inTransaction(app, (app) => restore(app, ada, id)),
        { code: 'HP402' },
      );
      await remove(app, ada, second);
      await restore(app, ada, id);
    });

  if (field !== undefined)
    test(`rejects a restore after the target was blocked: ${name}`, async (app) => {
      const { olga, ada } = await createWorld(app);
      fakeDns(app, dns);
      const id = await add(app, ada, 0);
      await remove(app, ada, id);
      await addEntries(app, olga, { list: 'domain', values: 'evil.example', outcome: 'refuse', reason: '' });
      await assert.rejects(
        inTransaction(app, (app) => restore(app, ada, id)),
        { kind: 'invalid', field },
      );
      await assert.rejects(
        inTransaction(app, (app) => add(app, ada, 1)),
        { kind: 'invalid', field },
      );
    });
}

test('bulk restore does not restore links to blocked destinations', async (app) => {
  const { olga, ada } = await createWorld(app);
  const one = await addLink(app, ada, { url: evil, alias: 'one' });
  const two = await addLink(app, ada, { url: 'https://example.com', alias: 'two' });
  const three = await addLink(app, ada, { url: 'https://odd.example', alias: 'three' });
  const { at } = await changeLinks(app, ada, { ids: [one.id, two.id, three.id] }, { act: 'delete' });
  await addEntries(app, olga, { list: 'domain', values: 'evil.example', outcome: 'refuse', reason: '' });
  await addEntries(app, olga, { list: 'domain', values: 'odd.example', outcome: 'hold', reason: '' });
  assert.deepEqual(await restoreLinks(app, ada, at), { restored: 2, left: 1 });
  const rows = await app.db
    .selectFrom('links.link')
    .select(['alias', 'held_for'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  assert.deepEqual(rows, [
    { alias: 'two', held_for: null },
    { alias: 'three', held_for: 'listed' },
  ]);
});

test('changing, deleting and restoring many links costs few statements', async (app) => {
  const { ada } = await createWorld(app);
  const inputs = Array.from({ length: 100 }, (_, n) => ({ url: `https://example-${n}.com/` }));
  await addLinks(app, ada, inputs);
  const counting = countingStatements(app);
  const costs: number[] = [];
  const cost = async <T>(work: Promise<T>) => {
    const before = counting.count();
    const result = await work;
    costs.push(counting.count() - before);
    return result;
  };
  await cost(changeLinks(counting.app, ada, { filter: {} }, { act: 'off' }));
  const { at } = await cost(changeLinks(counting.app, ada, { filter: {} }, { act: 'delete' }));
  assert.deepEqual(await cost(restoreLinks(counting.app, ada, at)), { restored: 100, left: 0 });
  assert.ok(
    costs.every((each) => each < 20),
    costs.join(),
  );
});

test('a restored block is checked like a new one', async (app) => {
  const { olga, ada } = await createWorld(app);
  const { id } = await addBio(app, ada, { title: 'Ada' });
  const add = () => addBlock(app, ada, id, 'link', { fields: { title: 'Shop', url: evil }, files: [] });
  const [hidden, deleted] = [await add(), await add()];
  await setBlockState(app, ada, id, hidden, { isHidden: true });
  await setBlockState(app, ada, id, deleted, { isDeleted: true });
  await addEntries(app, olga, { list: 'domain', values: 'evil.example', outcome: 'refuse', reason: '' });
  for (const [block, state] of [
    [hidden, { isHidden: false }],
    [deleted, { isDeleted: false }],
  ] as const)
    await assert.rejects(
      inTransaction(app, (app) => setBlockState(app, ada, id, block, state)),
      { kind: 'invalid' },
    );
});

test('a domain that points elsewhere cannot be restored, and its redirects cannot lead to blocked sites', async (app) => {
  const { olga, ada } = await createWorld(app);
  const records = structuredClone(dns);
  fakeDns(app, records);
  const id = await addDomain(app, ada, { domain: 'brand.to' });
  await addEntries(app, olga, { list: 'domain', values: 'evil.example', outcome: 'refuse', reason: '' });
  for (const field of ['redirectroot', 'redirect404'] as const)
    await assert.rejects(updateDomain(app, ada, id, { [field]: evil }), { kind: 'invalid', field });
  await deleteDomain(app, ada, id);
  records.addresses['brand.to'] = ['8.8.8.8'];
  await assert.rejects(restoreDomain(app, ada, id), { kind: 'invalid', field: 'domain' });
});
