// The rules of verbs hold whatever door they are called through: docs/decisions/0032-verbs.md.
import assert from 'node:assert/strict';
import { after, before, describe, it, test } from 'node:test';
import type { Rules } from '../../src/platform/app.ts';
import { credentials } from '../garbage/credentials.ts';
import { targetsOf } from '../garbage/targets.ts';
import type { Target } from '../garbage/requests.ts';
import { exchange } from '../peers/exchange.ts';
import { startServices, type Services } from '../services.ts';
import { createWorld } from '../world.ts';
import { findDoors } from './doors.ts';

const { doors, verbs } = findDoors();

test('there are doors and verbs', () => {
  assert.ok(doors.length > 700, `only ${doors.length} doors`);
  assert.ok(verbs.size > 3, `only ${verbs.size} verbs`);
});

test('a name is that of the verbs of one file, and starts with its feature', () => {
  const names = [...verbs.values()];
  const files = Map.groupBy(verbs, ([, name]) => name);
  for (const [name, named] of files)
    assert.equal(new Set(named.map(([place]) => place.split(' ')[0])).size, 1, `${name} is in several files`);
  assert.deepEqual(
    names.filter((name) => !/^[a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*$/.test(name)),
    [],
  );
});

test('a door that calls a verb names it', () => {
  const breaches = doors.flatMap(({ name, verb, calls }) => {
    const called = [...calls].filter((each) => verbs.has(each));
    return called.length > 0 && (verb === undefined || !called.includes(verb))
      ? [`${name} calls ${called.join(', ')} and names ${verb ?? 'no verb'}`]
      : [];
  });
  assert.deepEqual(breaches, []);
});

test('no door writes to the audit log: its verb does', () => {
  const writers = doors.filter(({ calls }) => calls.has('src/identity/operators/audit.ts addAuditEntry'));
  assert.deepEqual(
    writers.map(({ name }) => name),
    [],
  );
});

/** Doors other than GET that name no verb, with the reason. */
const nameless: Readonly<Record<string, string>> = {
  'src/agents/claims/pages.ts: POST /claim': 'approves or denies, limited because a code can be guessed',
  'src/agents/oauth/token-api.ts: POST /oauth2/token': 'exchanges a secret, limited by its address',
  'src/agents/oauth/token-api.ts: POST /oauth2/revoke': 'the token itself is the permission',
  'src/agents/tasks/http-api.ts: POST /a2a/{method}': 'skills are verbs',
  'src/agents/tasks/http-api.ts: POST /a2a/tasks/{id}': 'refuses',
  'src/agents/mcp/paid.ts: POST /mcp/paid': 'a payment is a verb',
  'src/agents/mcp/api.ts: POST /mcp': 'each tool calls its verb',
  'src/agents/oauth/api.ts: POST /oauth2/par':
    'stores what its client will ask a person, limited by its address',
  'src/agents/oauth/api.ts: method /oauth2/userinfo': 'changes nothing',
  'src/agents/tasks/api.ts: POST /a2a': 'calls the verbs of skills',
  'src/identity/sign-in/pages.ts: POST /theme': 'sets a cookie',
  'src/identity/webhooks/webhook-pages/pages.ts: POST `${path}/:id/secret`': 'shows a secret once',
  'src/links/account/team.ts: POST /workspace': 'sets a cookie',
  'src/links/custom-pages/pages.ts: POST `${path}/preview${params.path}`': 'shows what was typed',
  'src/links/dashboard/builder-pages.ts: POST /dashboard/links/preview': 'shows what was typed',
  'src/links/dashboard/key-pages.ts: POST `${path}/keys/:id/show`': 'shows a secret once',
  'src/links/dashboard/pages.ts: POST /': 'leads to the form',
  'src/links/interstitials/pages.ts: POST /pixels/consent': 'sets a cookie',
  'src/links/shorten/try-routes.ts: POST /api/url/:id/test': 'tries a link without counting',
  'src/links/shorten/batch/batch.ts: POST /api/urls/add': 'calls the verb of a single link for each',
  'src/paid/calls/mount-paid.ts: method path': 'pays by `payCall`, at any path',
  'src/paid/calls/mount-paid.ts: method `${path}/:${parameter.name}`': 'pays by `payCall`, at any path',
  'src/social/articles/api.ts: POST /apis/php/articles/preview': 'shows what was typed',
  'src/social/articles/editor-pages.ts: POST /articles/preview': 'shows what was typed',
  'src/social/cases/list-pages.ts: POST /moderation/words/try': 'tries a text',
  'src/social/uploads/api.ts: POST /apis/php/data/upload': 'calls the verb of the handle',
  'src/social/uploads/api.ts: POST /apis/php/user/image_delete': 'calls the verb of the handle',
  'src/social/wallet/operator/pages.ts: POST `${walletsPath}/check`': 'adds up the ledger',
  'src/social/wallet/stripe/receive-event.ts: POST /api/wallet/stripe': 'signed by Stripe',
  'src/social/wallet/top-ups/pages.ts: POST topUpsPath': 'calls the verb of the chosen way',
  'src/toolkit/pages/pages.ts: POST /tools/:name': 'computes',
  'src/toolkit/pages/pages.ts: POST /tools/:name/favorite': 'sets a cookie',
};

test('a door that changes something names its verb', () => {
  const found = doors
    .filter(({ name, verb }) => verb === undefined && !name.includes(': GET '))
    .map(({ name }) => name);
  assert.deepEqual(found.sort(), Object.keys(nameless).sort());
});

/** Limits of what is about the door itself, with the reason. */
const ownLimits: Readonly<Record<string, string>> = {
  'src/links/dashboard/key-pages.ts: POST `${path}/keys`': 'the only door that creates a key',
  'src/links/dashboard/key-pages.ts: POST `${path}/keys/:id/renew`': 'the only door that renews a key',
  'src/social/uploads/api.ts: POST /apis/php/data/upload': 'the size of an upload, in parts',
};

/** Functions that only read are called by many doors, which may limit themselves. */
const reads = / (?:get|find|list|is|has|count|show|check|parse|to|refuse|may|describe)[A-Z]/;

test('no limit is at a door of a verb with several doors', () => {
  const doorsOf = Map.groupBy(
    doors.flatMap((door) => [...door.calls].map((called) => ({ called, door }))),
    ({ called }) => called,
  );
  const limited = doors.filter(({ name, hasLimit }) => hasLimit && !(name in ownLimits));
  const breaches = limited.flatMap(({ name, calls }) =>
    [...calls]
      .filter((called) => !reads.test(called) && (doorsOf.get(called)?.length ?? 0) > 1)
      .map((called) => `${name} limits ${called}`),
  );
  assert.deepEqual(breaches, []);
  const gone = Object.keys(ownLimits).filter(
    (known) => !doors.some(({ name, hasLimit }) => hasLimit && name === known),
  );
  assert.deepEqual(gone, []);
});

describe('the budget of a verb', () => {
  let services: Services;
  before(async () => {
    services = await startServices({ HOP_RATE_LIMIT: '100000' });
  });
  after(() => services.stop());

  it('is the same through every door', async () => {
    const { app } = services;
    const { olga, ada } = await createWorld(app);
    const failures: string[] = [];
    let tried = 0;
    for (const [name, targets] of Map.groupBy(
      targetsOf(services),
      (target) => rulesOf(services, target)?.name ?? '',
    )) {
      const rules = rulesOf(services, targets[0]);
      if (!rules?.limit?.by.includes('account')) continue;
      const { calls, within } = rules.limit;
      const rule = {
        name: `${name}:account`,
        calls: typeof calls === 'number' ? calls : calls(app.config),
        within,
      };
      const viewer = rules.who === 'member' ? ada : olga;
      for (let n = 0; n < rule.calls; n += 1) await app.limits.consume(rule, viewer.id);
      for (const target of targets) {
        const status = await call(services, viewer, target);
        if (status !== 429) failures.push(`${name} through ${target.method} ${target.path}: ${status}`);
        tried += 1;
      }
      const [first] = targets;
      const other = viewer === ada ? olga : ada;
      if (rules.who === 'member' && first && (await call(services, other, first)) === 429)
        failures.push(`${name} is refused to others`);
    }
    assert.ok(tried > 4, `only ${tried} doors`);
    assert.deepEqual(failures, []);
  });
});

const rulesOf = ({ routes }: Services, target: Target | undefined): Rules | undefined =>
  target &&
  routes[target.service].find(({ method, url }) => method === target.method && url === target.path)?.config
    ?.rules;

async function call(
  services: Services,
  viewer: Parameters<typeof credentials>[1],
  target: Target,
): Promise<number> {
  const headers = await credentials(services.app, viewer, target, 'somebody');
  const isForm = target.kind === 'page';
  const { status } = await exchange(services[target.service], {
    method: target.method,
    path: target.path.replaceAll(/:\w+/g, '1'),
    headers: {
      ...headers,
      'sec-fetch-site': 'same-origin',
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
    },
    body: target.method === 'GET' ? '' : isForm ? '' : '{}',
  });
  return status;
}
