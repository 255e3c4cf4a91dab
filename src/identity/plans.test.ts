import assert from 'node:assert/strict';
import { test } from '../../test/app.ts';
import { createWorld } from '../../test/world.ts';
import { days } from '../kernel/time.ts';
import { assignPlan, deletePlan, endPlans, getPlan, listPlans, setPlan } from './plans.ts';

test('keeps an account on its assigned plan until it expires', async (app) => {
  const { olga, ada } = await createWorld(app);
  assert.deepEqual(await getPlan(app, ada.id), { name: 'free', expiresAt: undefined });
  assert.equal((await getPlan(app, olga.id)).name, 'pro');
  const expiresAt = new Date(app.clock.now().getTime() + days(30));
  await assignPlan(app, olga.id, { username: '@ADA', plan: 'pro', expiresAt });
  assert.deepEqual(await getPlan(app, ada.id), { name: 'pro', expiresAt });
  app.clock.turn(days(30));
  assert.equal((await getPlan(app, ada.id)).name, 'free');
  await endPlans(app);
  assert.equal((await listPlans(app)).find(({ name }) => name === 'pro')?.accounts, 0);
});

test('creates and changes plans, and deletes unused ones', async (app) => {
  const { olga } = await createWorld(app);
  await setPlan(app, olga.id, { name: 'team', calls: 600, max: { links: 10 } });
  await setPlan(app, olga.id, { name: 'team', calls: null, max: { links: 20, domains: 1 } });
  const team = (await listPlans(app)).find(({ name }) => name === 'team');
  assert.deepEqual(team, { name: 'team', calls: null, max: { links: 20, domains: 1 }, accounts: 0 });
  await assignPlan(app, olga.id, { username: 'ada', plan: 'team', expiresAt: undefined });
  await assert.rejects(deletePlan(app, olga.id, 'team'), { kind: 'conflict' });
  await assignPlan(app, olga.id, { username: 'ada', plan: 'free', expiresAt: undefined });
  await deletePlan(app, olga.id, 'team');
  await assert.rejects(deletePlan(app, olga.id, 'team'), { kind: 'missing' });
  await assert.rejects(deletePlan(app, olga.id, 'free'), { kind: 'conflict' });
});

test('rejects invalid values at their field', async (app) => {
  const { olga } = await createWorld(app);
  const asked = { username: 'ada', plan: 'pro', expiresAt: undefined };
  await assert.rejects(assignPlan(app, olga.id, { ...asked, username: 'nobody' }), { field: 'username' });
  await assert.rejects(assignPlan(app, olga.id, { ...asked, plan: 'gold' }), { field: 'plan' });
  await assert.rejects(assignPlan(app, olga.id, { ...asked, expiresAt: app.clock.now() }), {
    field: 'until',
  });
  await assert.rejects(setPlan(app, olga.id, { name: 'Two words', calls: null, max: {} }), {
    field: 'name',
  });
});
