import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flagAddress } from './entries.ts';

test('a country has a flag, and other values have none', () => {
  const address = flagAddress('CH') ?? '';
  assert.match(Buffer.from(address.split(',')[1] ?? '', 'base64').toString(), /^<svg/);
  for (const code of ['', 'ZZ', 'ch', 'CHE', '..', '../../package'])
    assert.equal(flagAddress(code), undefined);
});
