import assert from 'node:assert/strict';
import { type Answer, TestAgent } from '../../../test/agent.ts';
import { testPlaza, type World } from '../../../test/ask-plaza.ts';
import { minutes, seconds } from '../../kernel/time.ts';

// The states of an agent, and the result of each call in each state.

type Step = (agent: TestAgent, world: World) => Promise<unknown>;

const register: Step = (agent) => agent.register();
const claim: Step = (agent) => agent.claim();
const approve: Step = (agent, { ada }) => agent.answer(ada, 'approve');
const deny: Step = (agent, { ada }) => agent.answer(ada, 'deny');
const poll: Step = (agent) => agent.poll();
const wait =
  (time: number): Step =>
  (_agent, { app }) => {
    app.clock.turn(time);
    return Promise.resolve();
  };
const end =
  (column: 'revoked_at' | 'blocked_at'): Step =>
  (_agent, { app }) =>
    app.db
      .updateTable('agents.registration')
      .set({ [column]: app.clock.now() })
      .execute();

const states: Record<string, Step[]> = {
  unknown: [],
  'identity issued': [register],
  'claim token expired': [register, wait(minutes(31))],
  'claim pending': [register, claim],
  'claim expired': [register, claim, wait(minutes(31))],
  denied: [register, claim, deny],
  'claim approved': [register, claim, approve],
  'approval not fetched': [register, claim, approve, wait(minutes(31))],
  'token issued': [register, claim, approve, poll],
  disconnected: [register, claim, approve, poll, end('revoked_at')],
  blocked: [register, claim, approve, poll, end('blocked_at')],
};

const calls = {
  claim: (agent: TestAgent) => agent.claim(),
  poll: (agent: TestAgent) => agent.poll(),
  exchange: (agent: TestAgent) => agent.exchange(),
  use: (agent: TestAgent) => agent.api('GET', '/apis/php/user/profile'),
};

/** Status and error, scope, or the account that it acts for. */
const expected: Record<string, Record<keyof typeof calls, string>> = {
  unknown: {
    claim: '400 invalid_request',
    poll: '400 invalid_request',
    exchange: '400 invalid_request',
    use: '401',
  },
  'identity issued': { claim: '200', poll: '400 authorization_pending', exchange: '200 ""', use: '401' },
  'claim token expired': {
    claim: '410 claim_expired',
    poll: '400 expired_token',
    exchange: '400 invalid_grant',
    use: '401',
  },
  'claim pending': {
    claim: '409 claimed_or_in_flight',
    poll: '400 authorization_pending',
    exchange: '200 ""',
    use: '401',
  },
  'claim expired': {
    claim: '410 claim_expired',
    poll: '400 expired_token',
    exchange: '400 invalid_grant',
    use: '401',
  },
  denied: { claim: '409 claimed_or_in_flight', poll: '400 access_denied', exchange: '200 ""', use: '401' },
  'claim approved': {
    claim: '409 claimed_or_in_flight',
    poll: '200 "api"',
    exchange: '200 "api"',
    use: '401',
  },
  'approval not fetched': {
    claim: '410 claim_expired',
    poll: '400 expired_token',
    exchange: '400 invalid_grant',
    use: '401',
  },
  'token issued': {
    claim: '409 claimed_or_in_flight',
    poll: '400 invalid_grant',
    exchange: '200 "api"',
    use: '200 ada',
  },
  disconnected: {
    claim: '401 invalid_claim_token',
    poll: '400 invalid_grant',
    exchange: '400 invalid_grant',
    use: '401',
  },
  blocked: {
    claim: '401 invalid_claim_token',
    poll: '400 invalid_grant',
    exchange: '400 invalid_grant',
    use: '401',
  },
};

for (const [state, steps] of Object.entries(states))
  testPlaza(`an agent in the state “${state}”`, async (world) => {
    const found: Record<string, string> = {};
    for (const [name, call] of Object.entries(calls)) {
      const fresh = await inState(world, steps);
      const { status, body } = await call(fresh);
      found[name] = said(status, body);
    }
    assert.deepEqual(found, expected[state]);
  });

/** `400 invalid_grant`, `200 "api"` with the scope, or `200 ada` with the account that it acts for. */
function said(status: number, { error, scope, data }: Answer['body']): string {
  if (status !== 200) return [status, ...(typeof error === 'string' ? [error] : [])].join(' ');
  if (typeof scope === 'string') return `200 "${scope}"`;
  const { user_name: name } = (data ?? {}) as { user_name?: string };
  return ['200', ...(name === undefined ? [] : [name])].join(' ');
}

async function inState(world: World, steps: readonly Step[]): Promise<TestAgent> {
  const agent = new TestAgent(world.plaza);
  for (const step of steps) await step(agent, world);
  return agent;
}

testPlaza(
  'polls that respect the interval always succeed, early ones are slowed down',
  async ({ app, plaza }) => {
    const agent = new TestAgent(plaza);
    await agent.register();
    await agent.claim();
    const errors: unknown[] = [];
    const pollAfter = async (time: number) => {
      app.clock.turn(seconds(time));
      errors.push((await agent.poll()).body.error);
    };
    for (const time of [0, 1, 9, 5, 10, 15]) await pollAfter(time);
    assert.deepEqual(errors, [
      'authorization_pending',
      'slow_down',
      'authorization_pending',
      'slow_down',
      'authorization_pending',
      'authorization_pending',
    ]);
  },
);
