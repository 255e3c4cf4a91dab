import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hashPassword } from '../identity/credentials/password.ts';
import { addBio } from './bio/bios.ts';
import { addBlock } from './bio/blocks.ts';
import { ownedCampaigns } from './campaigns/campaigns.ts';
import { addOverlay } from './overlays/overlays.ts';
import { addCode } from './qr/codes.ts';
import { addSplashPage } from './splash/splash-pages.ts';
import { type TestApp, testWithDatabase } from '../../test/app.ts';
import { type Followed, type FollowOptions, listenAsHop } from '../../test/follow.ts';
import { addLink } from '../../test/links.ts';
import { addPerson } from '../../test/world.ts';

type Follow = Awaited<ReturnType<typeof listenAsHop>>;
type Columns = NonNullable<Parameters<typeof addLink>[2]>;
type Rules = Readonly<Record<string, unknown>>;

interface World {
  app: TestApp;
  ada: { id: string };
  follow: Follow;
  domainId: string;
  /** A site that may be framed. */
  framed: string;
  /** The rules of links in this run. */
  own: Rules;
  /** The alias of this way. */
  alias: string;
  /** Adds a link with the rules of this run and more. Returns its id. */
  add: (columns?: Columns, rules?: Rules, alias?: string) => Promise<string>;
}

type Way = (world: World) => Promise<Followed>;

const iPhone = {
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
};
const previewer = {
  'user-agent': 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
};
const to = 'https://elsewhere.example/';
const past = new Date('2020-01-01');
const passwordHash = hashPassword('open sesame');
/** A destination on the loopback interface is not asked whether it may be framed. */
const unasked = 'http://127.0.0.1:1/';

/** Adds a link and follows it. */
const link =
  (columns: Columns = {}, rules: Rules = {}, options: FollowOptions = {}, suffix = ''): Way =>
  async ({ add, follow, alias }) => {
    await add(columns, rules);
    return follow(`/${alias}${suffix}`, options);
  };

/** As `link`, for one with a password. */
const secret =
  (columns: Columns = {}, options: FollowOptions = {}): Way =>
  async (world) =>
    link({ password_hash: await passwordHash, ...columns }, {}, options)(world);

/** The value of a hidden field. */
const sealedIn = ({ text }: Followed) => /name="page" value="([^"]+)"/.exec(text)?.[1] ?? '';

const withPixel =
  (columns: Columns, options: FollowOptions, then?: (page: Followed) => [string, FollowOptions]): Way =>
  async ({ app, ada, add, follow, alias }) => {
    const id = await add({ url: unasked, ...columns });
    const at = app.clock.now();
    const pixel = await app.db
      .insertInto('links.pixel')
      .values({ account_id: ada.id, provider: 'fbpixel', name: 'Pixel', tag: alias, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.db.insertInto('links.link_pixel').values({ link_id: id, pixel_id: pixel.id }).execute();
    const page = await follow(`/${alias}`, options);
    return then ? follow(...then(page)) : page;
  };

/** Every way in which a link is followed, with the status of its response. */
const ways: Readonly<Record<string, [status: number, way: Way]>> = {
  'a redirect': [302, link()],
  ...Object.fromEntries(
    [301, 302, 307, 308].map((status) => [`a redirect with ${status}`, [status, link({ status })]]),
  ),
  'a HEAD request': [302, link({}, {}, { method: 'HEAD' })],
  'a form that is passed on': [307, link({ status: 307 }, {}, { form: { order: '12' } })],
  'a link from the cache': [
    302,
    async (world) => {
      await link()(world);
      return world.follow(`/${world.alias}`);
    },
  ],
  'an address with the punctuation of its sentence': [302, link({}, {}, {}, '.')],
  'an encoded address': [
    302,
    async ({ add, follow, alias }) => {
      await add();
      return follow(`/%77${alias.slice(1)}`);
    },
  ],
  'an alias with slashes': [
    302,
    async ({ add, follow, alias }) => {
      await add({}, {}, `${alias}/start`);
      return follow(`/${alias}/start`);
    },
  ],
  'another host name': [302, link({}, {}, { headers: { host: 'elsewhere.example' } })],
  'a branded domain': [
    302,
    async ({ add, follow, alias, domainId }) => {
      await add({ domain_id: domainId });
      return follow(`/${alias}`, { headers: { host: 'brand.example' } });
    },
  ],
  parameters: [302, link({}, { parameters: [{ name: 'ref', value: 'x' }] })],
  'a query that is passed on': [302, link({}, { passesQuery: true }, {}, '?a=b')],
  'a country': [
    302,
    link({}, { places: [{ country: 'NL', to }] }, { headers: { 'x-forwarded-for': '193.0.6.139' } }),
  ],
  'a device': [302, link({}, { devices: [{ device: 'iphone', to }] }, { headers: iPhone })],
  'a language': [
    302,
    link({}, { languages: [{ language: 'fr', to }] }, { headers: { 'accept-language': 'fr' } }),
  ],
  'a variant': [302, link({}, { variants: [{ name: 'B', weight: 100, to }] })],
  'a store': [302, link({}, { stores: { isAutomatic: false, apple: to } }, { headers: iPhone })],
  'an app or its store': [
    200,
    link(
      {},
      { devices: [{ device: 'iphone', to: 'shop://item/1' }], stores: { isAutomatic: true, apple: to } },
      { headers: iPhone },
    ),
  ],
  'the question for a password': [200, secret()],
  'a wrong password': [422, secret({}, { form: { password: 'wrong' } })],
  'the right password': [303, secret({}, { form: { password: 'open sesame' } })],
  'a page after the password': [200, secret({ kind: 'splash' }, { form: { password: 'open sesame' } })],
  'a password that was entered before': [
    302,
    async (world) => {
      const { headers } = await secret({}, { form: { password: 'open sesame' } })(world);
      return world.follow(`/${world.alias}`, {
        headers: { cookie: String(headers['set-cookie']).split(';')[0] ?? '' },
      });
    },
  ],
  'the usual splash page': [200, link({ kind: 'splash' })],
  'an own splash page': [
    200,
    async (world) => {
      const { id } = await addSplashPage(world.app, world.ada, { name: 'A', title: 'A', seconds: '0' });
      return link({ kind: 'splash', splash_id: id })(world);
    },
  ],
  'a splash page, for a crawler': [
    302,
    link({ kind: 'splash' }, {}, { headers: { 'user-agent': 'Googlebot/2.1' } }),
  ],
  'a frame': [200, async (world) => link({ kind: 'frame', url: world.framed })(world)],
  'an overlay over a frame': [
    200,
    async (world) => {
      const { id } = await addOverlay(world.app, world.ada, 'message', message);
      return link({ kind: 'overlay', overlay_id: id, url: world.framed })(world);
    },
  ],
  'a frame that is refused': [302, link({ kind: 'frame', url: unasked })],
  'an overlay': [
    200,
    async (world) => {
      const { id } = await addOverlay(world.app, world.ada, 'message', message);
      return link({ kind: 'overlay', overlay_id: id, url: unasked })(world);
    },
  ],
  'an overlay that was deleted': [302, link({ kind: 'overlay', url: unasked })],
  'an answer to an overlay': [
    200,
    async (world) => {
      const poll = { ...message, choices: 'Rye\nSpelt' };
      const { id } = await addOverlay(world.app, world.ada, 'poll', poll);
      const page = sealedIn(await link({ kind: 'overlay', overlay_id: id, url: unasked })(world));
      return world.follow('/overlay/answer', { form: { page, choice: 'Rye' } });
    },
  ],
  'a question for consent': [200, withPixel({}, {})],
  'pixels that may not fire': [302, withPixel({}, { headers: { 'sec-gpc': '1' } })],
  ...Object.fromEntries(
    ['yes', 'no'].map((choice) => [
      `consent to pixels: ${choice}`,
      [
        200,
        // Such pages send no origin with their forms.
        withPixel({}, {}, (page) => [
          '/pixels/consent',
          { form: { page: sealedIn(page), choice }, headers: { origin: 'null' } },
        ]),
      ],
    ]),
  ),
  'a warning': [200, link({ held_at: past, held_for: 'odd-name' })],
  'a preview for programs': [200, link({ preview_title: 'Spring' }, {}, { headers: previewer })],
  'a redirect after the expiry': [302, link({ expires_at: past, expired_url: to })],
  'a redirect after the last click': [
    302,
    async (world) => {
      await link({ click_limit: 1, expired_url: to })(world);
      return world.follow(`/${world.alias}`);
    },
  ],
  'a bio page': [
    200,
    async ({ app, ada, follow, own, alias }) => {
      const { id } = await addBio(app, ada, { title: 'Ada', alias });
      await setRules(app, id, own);
      return follow(`/${alias}`);
    },
  ],
  'a link on a bio page': [
    303,
    async ({ app, ada, add, follow, alias }) => {
      await add();
      const { id } = await addBio(app, ada, { title: 'Ada' });
      const fields = { short: `hop.test/${alias}` };
      const block = await addBlock(app, ada, id, 'featured', { fields, files: [] });
      return follow(`/bio/${id}/to/${block}`);
    },
  ],
  'a scan of a QR code': [
    302,
    async ({ app, ada, follow, own }) => {
      const { code, id } = await addCode(app, ada, { kind: 'link', content: { url: to }, design: {} });
      await setRules(app, id, own);
      return follow(`/qr/${code}`);
    },
  ],
  'a rotator': [
    303,
    async ({ app, ada, add, follow, alias }) => {
      const { id } = await ownedCampaigns.add(app, ada, { name: alias, slug: alias, isPublic: true });
      await add({ campaign_id: id });
      return follow(`/r/${alias}?a=b`);
    },
  ],
};

/** As no form can: bio pages and QR codes have no such options. */
function setRules({ db }: TestApp, id: string, own: Rules) {
  const rules = JSON.stringify(own);
  return db.updateTable('links.link').set({ rules }).where('id', '=', id).execute();
}

const message = { corner: 'top-left', dismissible: 'on', name: 'Box', title: 'Hello' };

const isFramed = new Set(['a frame', 'an overlay over a frame']);

/** Follows links in every way, and returns the status and the policy of each response. */
async function followAll(world: Omit<World, 'add' | 'alias' | 'own'>, own: Rules) {
  const found: Record<string, unknown[]> = {};
  for (const [index, [name, [, way]]] of Object.entries(ways).entries()) {
    const alias = `way-${own.hidesReferrer ? 'hiding' : 'telling'}-${index}`;
    const add: World['add'] = async (columns = {}, rules = {}, path = alias) => {
      const stored = JSON.stringify({ ...own, ...rules });
      return (await addLink(world.app, path, { ...columns, rules: stored })).id;
    };
    const { status, headers, text } = await way({ ...world, own, alias, add });
    const frames = [...text.matchAll(/referrerpolicy="([^"]*)"/g)].map(([, policy]) => policy);
    assert.equal(frames.length > 0, isFramed.has(name), name);
    found[name] = [status, ...new Set([headers['referrer-policy'], ...frames])];
  }
  return found;
}

const allWith = (policy: string) =>
  Object.fromEntries(Object.entries(ways).map(([name, [status]]) => [name, [status, policy]]));

testWithDatabase('a link hides the referrer in every way that it is followed', async ({ app }, context) => {
  const ada = await addPerson(app, 'ada');
  const at = app.clock.now();
  const { id: domainId } = await app.db
    .insertInto('links.domain')
    .values({ account_id: ada.id, host: 'brand.example', scheme: 'https', created_at: at, verified_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const follow = await listenAsHop(app, context, { HOP_APP_SCHEMES: 'shop' });
  const site = createServer((_request, response) => response.end('hello'));
  await once(site.listen(0, '127.0.0.1'), 'listening');
  context.after(() => void site.close());
  const framed = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  const world = { app, ada, follow, domainId, framed };
  assert.deepEqual(await followAll(world, { hidesReferrer: true }), allWith('no-referrer'));
  assert.deepEqual(await followAll(world, {}), allWith('strict-origin-when-cross-origin'));
});
