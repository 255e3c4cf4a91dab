// Sends files that are small to send and large to open to everything that takes a file.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Viewer } from '../../src/platform/app.ts';
import { addBio } from '../../src/links/bio/bios.ts';
import { addLink } from '../../src/links/shorten/add-links.ts';
import { createGroup } from '../../src/social/chat/conversations/conversations.ts';
import { addGroup } from '../../src/social/groups/groups.ts';
import { addPage } from '../../src/social/pages/editing.ts';
import { requestBankTransfer } from '../../src/social/wallet/top-ups/bank-transfer.ts';
import { credentials } from '../garbage/credentials.ts';
import type { Target } from '../garbage/requests.ts';
import { exchange, type Answer } from '../peers/exchange.ts';
import { isThorough } from '../peers/thorough.ts';
import { startServices, type Services } from '../services.ts';
import { createWorld } from '../world.ts';
import { befriend } from '../journeys/privacy/privacy-people.ts';
import { bombs, type Bomb } from './bombs.ts';
import { timesReference } from './cost.ts';

/** Maximum processor time of the serving process for a file, in units of the reference: about 150 ms. */
const max = 30;

interface Door {
  service: Target['service'];
  kind: Target['kind'];
  path: string;
  /** The field of the file. */
  field: string;
  fields?: Record<string, string>;
}

const page = (service: Door['service'], path: string, field: string, fields?: Door['fields']): Door => ({
  service,
  kind: 'page',
  path,
  field,
  ...(fields && { fields }),
});
const api = (path: string, field: string, fields?: Door['fields']): Door => ({
  service: 'plaza',
  kind: 'social',
  path: `/apis/php/${path}`,
  field,
  ...(fields && { fields }),
});

/** Doors of the same verbs, forms of operators, and those that ignore the file. */
const sameVerbs = [
  '/apis/php/imports', '/settings/import', '/api/import/add', '/operator/branding', '/moderation/domains/preview',
  '/messages/new', '/drafts/:id', '/articles/:id/edit', '/articles/drafts', '/developers/:id',
  '/dashboard/qr/:id/edit', '/dashboard/qr/:id/preview', '/dashboard/bio/:id/blocks/:block',
  '/dashboard/splash/:id/edit', '/dashboard/splash/preview', '/dashboard/overlays/:id/edit',
  '/dashboard/overlays/preview/:kind', '/dashboard/links/:id/edit',
]; // prettier-ignore

describe('files designed to be large to open', () => {
  let services: Services;
  let ada: Viewer;
  /** Fields that only take pictures. */
  let pictures: Door[];
  const failures: string[] = [];

  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false', BANK_DETAILS: 'IBAN' });
    const { app } = services;
    const world = await createWorld(app);
    ({ ada } = world);
    await befriend({ app }, ada, world.bob);
    const group = await createGroup(app, ada, { title: 'Bakers', memberIds: [world.bob.id] });
    const content = { title: 'Bakers', username: 'bakers', category: '', about: '', website: '' };
    const pageId = await addPage(app, ada, content);
    const { id: bio } = await addBio(app, ada, { title: 'Ada' });
    const details = {
      name: 'Sundial',
      domain: 'sundial.example',
      redirectUrl: 'https://sundial.example/in',
      description: 'Tells the time',
      category: 'Other',
    };
    const groupId = await addGroup(app, ada, { ...content, kind: 'closed', rules: '', questions: [] });
    const { id: linkId } = await addLink(app, ada, { url: 'https://a.example' });
    const topUp = await requestBankTransfer(app, ada, { amount: '20', key: 'one' });
    const event = { title: 'Baking', start: '2099-03-29T19:00', end: '2099-03-29T21:00', time_zone: 'UTC' };
    pictures = [
      api('groups/picture', 'file', { id: groupId }),
      api('groups/posts', 'photos', { id: groupId, text: 'Look' }),
      api('pages/post', 'photos', { page_id: pageId, text: 'Look' }),
      api('events', 'photos', event),
      { ...api('', 'picture'), service: 'hop', kind: 'links', path: `/api/url/${linkId}/picture` },
      page('plaza', `/groups/${groupId}/picture`, 'file'),
      page('plaza', `/groups/${groupId}/posts`, 'photos', { text: 'Look' }),
      page('plaza', '/events/new', 'photos', event),
      page('plaza', '/articles/new', 'file', { title: 'Bread', text: 'Bread' }),
      page('plaza', '/articles/preview', 'file', { title: 'Bread', text: 'Bread' }),
      page('plaza', `/messages/${group}`, 'photos', { message: 'Look' }),
      page('plaza', `/settings/wallet/top-ups/${topUp}/receipt`, 'receipt'),
      page('hop', '/dashboard/links/new', 'picture', { url: 'https://a.example' }),
      page('hop', '/dashboard/overlays/new/message', 'picture', { name: 'Wait', text: 'Wait' }),
      api('data/upload', 'file', { type: 'photos' }),
      api('data/upload', 'file', { type: 'photos', handle: 'picture-user' }),
      api('posts/post', 'photos', { text: 'Look', privacy: 'public' }),
      api('chat/group/picture', 'file', { conversation_id: group }),
      api('pages/picture', 'file', { page_id: pageId, handle: 'picture' }),
      page('plaza', '/settings/pictures', 'file', { handle: 'picture' }),
      page('hop', '/settings/pictures', 'file', { handle: 'cover' }),
      page('plaza', '/posts', 'photos', { text: 'Look', privacy: 'public' }),
      page('plaza', `/messages/${group}/picture`, 'picture'),
      page('plaza', '/pages/bakers/picture', 'file', { handle: 'cover' }),
      page('plaza', '/pages/bakers/posts', 'photos', { text: 'Look' }),
      page('plaza', '/developers', 'icon', details),
      page('plaza', '/welcome', 'picture'),
      page('hop', `/dashboard/bio/${bio}/settings`, 'avatar', { title: 'Ada' }),
      page('hop', `/dashboard/bio/${bio}/blocks/new?kind=image`, 'picture'),
      page('hop', '/dashboard/splash/new', 'banner', { name: 'Wait', url: 'https://a.example/' }),
      page('hop', '/dashboard/qr/new', 'logo', { type: 'text', name: 'Code', text: 'Hello' }),
      page('hop', '/dashboard/qr/preview', 'logo', { type: 'text', name: 'Code', text: 'Hello' }),
      page('plaza', '/tools/png-to-avif', 'image'),
      page('plaza', '/tools/image-resizer', 'image'),
    ];
  });
  after(() => services.stop());

  async function send(door: Door, bomb: Bomb): Promise<Answer> {
    const form = new FormData();
    for (const [name, value] of Object.entries(door.fields ?? {})) form.set(name, value);
    form.set(door.field, new Blob([new Uint8Array(bomb.body)]), bomb.file);
    const request = new Response(form);
    const body = Buffer.from(await request.arrayBuffer());
    const target = { service: door.service, kind: door.kind, method: 'POST', path: door.path } as Target;
    let answer: Answer | undefined;
    const times = await timesReference(
      max,
      () => credentials(services.app, ada, target, 'somebody'),
      async (proof) => {
        answer = await exchange(services[door.service], {
          method: 'POST',
          path: door.path,
          headers: {
            origin: services[door.service],
            'content-type': request.headers.get('content-type') ?? '',
            ...proof,
          },
          body,
        });
      },
    );
    if (times > max) failures.push(`${bomb.name} at ${door.path}: ${times.toFixed(0)} times the reference`);
    assert.ok(answer);
    return answer;
  }

  it('are refused wherever a picture is meant', async () => {
    for (const [place, door] of pictures.entries())
      for (const [n, bomb] of bombs.entries()) {
        if (!isThorough && (n + place) % 4 !== 0) continue;
        const { status, body } = await send(door, bomb);
        const isPreview = door.path.endsWith('/preview') && body.includes('<div class="code-picture"></div>');
        const isStill = bomb.isSmallStill === true && status < 400;
        const isRefused = isPreview || isStill || (status >= 400 && status < 500);
        if (!isRefused)
          failures.push(`${bomb.name} at ${door.service} ${door.path}: ${status} ${body.slice(0, 120)}`);
        else if (status === 404 || status === 403 || status === 401)
          failures.push(`${door.service} ${door.path} was not reached: ${status}`);
      }
    assert.deepEqual(failures.splice(0), []);
  });

  it('are stored as documents without opening them, and are no videos, sounds or imports', async () => {
    const documents = bombs.filter(({ file }) => /\.(pdf|zip)$/.test(file));
    for (const bomb of documents) {
      const stored = await send(api('data/upload', 'file', { type: 'file' }), bomb);
      assert.equal(stored.status, 200, `${bomb.name}: ${stored.body}`);
      for (const type of ['video', 'audio', 'voice_notes']) {
        const { status } = await send(api('data/upload', 'file', { type }), bomb);
        assert.equal(status, 400, `${bomb.name} as ${type}`);
      }
      const { status } = await send(page('hop', '/dashboard/import', 'file'), bomb);
      assert.ok(status === 422 || status === 413, `${bomb.name} as an import: ${status}`);
    }
    assert.deepEqual(failures.splice(0), []);
  });

  it('are sent to everything that takes a file', () => {
    const doors = [...pictures.map(({ path }) => path), '/dashboard/import'];
    const left = (['plaza', 'hop'] as const).flatMap((service) =>
      services.routes[service]
        .filter(({ config }) => config?.takesFiles ?? config?.endpoint?.files !== undefined)
        .map(({ url }) => url)
        .filter((url) => !sameVerbs.includes(url))
        .filter(
          (url) =>
            !doors.some((path) =>
              new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`).test(path.split('?')[0] ?? ''),
            ),
        ),
    );
    assert.deepEqual(left, []);
  });

  it('are refused by tools that read documents', async () => {
    for (const bomb of bombs.filter(({ file }) => file.endsWith('.pdf')))
      for (const slug of ['pdf-info', 'pdf-merger']) {
        const { status } = await send(
          page('plaza', `/tools/${slug}`, slug === 'pdf-info' ? 'pdf' : 'first'),
          bomb,
        );
        assert.ok(status >= 400 && status < 500, `${slug}: ${status}`);
      }
    assert.deepEqual(failures.splice(0), []);
  });
});
