import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hash } from '@node-rs/argon2';
import { isPassword, matchPassword } from './password.ts';

test('a flood of passwords waits for its turn, and is refused beyond what can wait', async () => {
  const cheap = await hash('correct', { memoryCost: 8, timeCost: 1 });
  const answers = await Promise.allSettled(Array.from({ length: 250 }, () => isPassword(cheap, 'wrong')));
  const refused = answers.filter(({ status }) => status === 'rejected');
  assert.ok(refused.length >= 40, `${refused.length} refused`);
  for (const { reason } of refused as PromiseRejectedResult[])
    assert.equal((reason as { kind: string }).kind, 'unavailable');
});

test('an account without a password costs a guess as much as no account', async () => {
  const costOf = async (passwordHash: string | undefined) => {
    const before = process.cpuUsage();
    for (let tries = 0; tries < 5; tries += 1)
      assert.equal(await matchPassword(passwordHash, 'nobody has this password'), undefined);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  await costOf(undefined);
  const [none, empty] = [await costOf(undefined), await costOf('')];
  assert.ok(empty > none / 3, `${empty} microseconds, and ${none} without an account`);
});
