// `npm run pay` with a wallet on a local chain.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { startServices, type Services } from '../services.ts';
import { startLocalStack, type LocalStack } from './local-stack.ts';

let stack: LocalStack;
let services: Services;

before(async () => {
  stack = await startLocalStack();
  services = await startServices(stack.environment);
});
after(async () => {
  await services.stop();
  await stack.stop();
});

const pay = async (key: string, ...options: string[]) => {
  const env = { ...process.env, X402_PAYER_KEY: key };
  const run = promisify(execFile)(process.execPath, ['scripts/pay.ts', ...options], { env });
  return run.then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, text: stdout + stderr };
    },
  );
};

test('pays for a call and prints its response', async () => {
  const url = `${services.plaza}/api/toolkit/sha256-generator`;
  const key = await stack.fund();
  const bought = await pay(key, `${url}?text=hello`);
  assert.equal(bought.code, 0, bought.text);
  assert.match(bought.text, /Paid 0\.002 USDC on eip155:8453 in 0x[0-9a-f]{64}/);
  assert.match(bought.text, /2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824/);
  const posted = await pay(key, url, '--data', '{"text":"hello"}');
  assert.match(posted.text, /Paid 0\.002 USDC[^]*2cf24dba/);
});

test('pays nothing without a key, above the maximum, or for invalid input', async () => {
  const url = `${services.plaza}/api/toolkit/sha256-generator`;
  const shown = await pay('', url);
  assert.deepEqual([shown.code, shown.text.includes('Paid')], [0, false]);
  assert.match(shown.text, /0\.002 USDC on eip155:8453/);
  const key = await stack.fund();
  const refused = await pay(key, url, '--max', '0.001');
  assert.deepEqual([refused.code, refused.text.includes('Raise --max')], [1, true]);
  const invalid = await pay(key, `${url}?text=a&other=1`);
  assert.deepEqual([invalid.code, /returns 400[^]*other/.test(invalid.text)], [1, true]);
});
