import assert from 'node:assert/strict';
import { testWithDatabase } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import type { Problem } from '../../kernel/problem.ts';
import { registerAgent } from '../identity/register-agent.ts';
import { findClaim, startClaim } from './claims.ts';

testWithDatabase(
  'five wrong codes block a member from further attempts for half an hour',
  async ({ app }) => {
    const ada = await addPerson(app, 'ada');
    const bob = await addPerson(app, 'bob');
    const agent = { name: 'Reading list', address: '192.0.2.1', userAgent: 'curl/8' };
    const { claimToken } = await registerAgent(app, agent);
    const { userCode } = await startClaim(app, claimToken);
    const wrong = String((Number(userCode) + 1) % 1_000_000).padStart(6, '0');
    for (let guess = 0; guess < 5; guess += 1)
      await assert.rejects(findClaim(app, ada, wrong), { kind: 'missing' });
    await assert.rejects(findClaim(app, ada, userCode), { kind: 'throttled' });
    assert.equal(
      (await findClaim(app, bob, `${userCode.slice(0, 3)} ${userCode.slice(3)}`)).userCode,
      userCode,
    );
  },
  { RATE_LIMITS: 'true' },
);

testWithDatabase(
  'concurrent guesses get no more tries than five',
  async ({ app }) => {
    const ada = await addPerson(app, 'ada');
    const guesses = Array.from({ length: 50 }, (_, n) => findClaim(app, ada, String(n).padStart(6, '0')));
    const outcomes = await Promise.allSettled(guesses);
    const kinds = outcomes.map((each) => each.status === 'rejected' && (each.reason as Problem).kind);
    assert.equal(kinds.filter((kind) => kind === 'missing').length, 5);
    assert.equal(kinds.filter((kind) => kind === 'throttled').length, 45);
  },
  { RATE_LIMITS: 'true' },
);
