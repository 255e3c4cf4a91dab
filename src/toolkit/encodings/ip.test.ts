import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainAddress } from './ip.ts';

test('addresses that programs read differently are rejected', () => {
  for (const text of [
    '10.0.0.1',
    '0.0.0.0',
    '10.0.0.0/8',
    '2001:db8::1',
    '::',
    '::1/128',
    '::ffff:10.0.0.1',
    ' 1.1.1.1 ',
  ])
    assert.equal(plainAddress('ip', text), text.trim());
  for (const text of [
    '010.0.0.1',
    '010.0.0.1/8',
    '10.0.0.01',
    '00.0.0.0',
    '0x7f.1',
    '0x7f000001',
    '127.1',
    '10.1/8',
    '2130706433',
    '1',
    '::ffff:010.0.0.1',
    '10.0.0.0/08',
    '10.0.0.0/',
    '10.0.0.0/+8',
    '10.0.0.0/255.0.0.0',
    '',
    '1.1.1.1.1',
    '10.0.0.',
    '1e3.0.0.1',
    '１.1.1.1',
  ])
    assert.throws(() => plainAddress('ip', text), { field: 'ip' }, text);
});
