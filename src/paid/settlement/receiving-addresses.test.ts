import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { testConfig } from '../../../test/app.ts';
import { base58 } from '../wire/solana-transaction.ts';
import { exportReceivingKeys, receivingAddresses } from './receiving-addresses.ts';
import { baseAddress } from './receiving-keys.ts';

const base = '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23';
const solana = '9BAZAyR9RBLDFPxvN9hN5yoRKfo4qV5oXcC4qyi1X9S1';

test('derives the address of the published test vector', () => {
  // The example of web3.eth.accounts and of EIP-55.
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'secp256k1',
      d: Buffer.from('4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318', 'hex').toString(
        'base64url',
      ),
      ...pointOf(
        '4e3b81af9c2234cad09d679ce6035ed1392347ce64ce405f5dcd36228a25de6e',
        '47fd35c4215d1edf53e6f83de344615ce719bdb0fd878f6ed76f06dd277956de',
      ),
    },
  });
  const { x = '', y = '' } = createPublicKey(key).export({ format: 'jwk' });
  assert.equal(baseAddress(Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')), base);
});

const pointOf = (x: string, y: string) => ({
  x: Buffer.from(x, 'hex').toString('base64url'),
  y: Buffer.from(y, 'hex').toString('base64url'),
});

test('encodes the published base58 test vectors', () => {
  assert.equal(base58(Buffer.from('Hello World!')), '2NEpo7TZRRrLZSi2U');
  assert.equal(base58(Buffer.from('0000287fb4cd', 'hex')), '11233QC4');
  assert.equal(base58(Buffer.alloc(32)), '1'.repeat(32));
});

test('creates sealed keys once, only for addresses that are not set', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-keys-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const environment = { DATA_DIR: folder };
  const first = await receivingAddresses(testConfig(environment));
  assert.deepEqual(first.ownKeys, ['base', 'solana']);
  assert.deepEqual(await receivingAddresses(testConfig(environment)), first);
  const file = join(folder, 'payment-keys.json');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const secrets = await exportReceivingKeys(testConfig(environment));
  assert.match(secrets.base?.secret ?? '', /^0x[0-9a-f]{64}$/);
  assert.equal(secrets.solana?.address, first.solana);
  for (const key of Object.values(secrets)) assert.ok(!readFileSync(file, 'utf8').includes(key.secret));

  const one = testConfig({ ...environment, X402_PAY_TO_BASE: base });
  assert.deepEqual(await receivingAddresses(one), { base, solana: first.solana, ownKeys: ['solana'] });
  assert.deepEqual(Object.keys(await exportReceivingKeys(one)), ['solana']);
  const both = testConfig({ ...environment, X402_PAY_TO_BASE: base, X402_PAY_TO_SOLANA: solana });
  assert.deepEqual(await exportReceivingKeys(both), {});
});

test('rejects an invalid receiving address at startup', () => {
  for (const setting of [
    { X402_PAY_TO_BASE: '0x12' },
    { X402_PAY_TO_SOLANA: base },
    { X402_NETWORKS: 'bitcoin' },
  ])
    assert.throws(() => testConfig(setting), /X402_\w+ must be/);
});
