import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError } from '../settings/config.ts';
import { isPublicAddress, isWithin, parseNetworks } from './records.ts';

const open = [
  '1.1.1.1',
  '93.184.215.14',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '2606:4700::1111',
  '2a00:1450:4001:831::200e',
];

const closed: [string, string][] = [
  ['0.0.0.0', 'unspecified'],
  ['0.1.2.3', 'this network'],
  ['10.0.0.1', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['100.64.0.1', 'carrier-grade NAT'],
  ['100.100.100.200', 'metadata, Alibaba'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['169.254.1.1', 'link-local'],
  ['169.254.169.254', 'metadata'],
  ['168.63.129.16', 'host agent, Azure'],
  ['192.0.0.192', 'metadata, Oracle'],
  ['192.0.2.1', 'documentation'],
  ['198.18.0.1', 'benchmarks'],
  ['198.51.100.1', 'documentation'],
  ['203.0.113.1', 'documentation'],
  ['224.0.0.1', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'IPv4-mapped'],
  ['::ffff:8.8.8.8', 'IPv4-mapped'],
  ['::ffff:0:127.0.0.1', 'IPv4-translated'],
  ['::127.0.0.1', 'IPv4-compatible'],
  ['64:ff9b::7f00:1', 'NAT64'],
  ['64:ff9b:1::a00:1', 'NAT64, local'],
  ['2002:7f00:1::', '6to4'],
  ['2001:0:7f00:1::1', 'Teredo'],
  ['2001:db8::1', 'documentation'],
  ['fc00::1', 'unique local'],
  ['fd00:ec2::254', 'metadata, AWS'],
  ['fe80::1', 'link-local'],
  ['fec0::1', 'site-local'],
  ['ff02::1', 'multicast'],
  ['100::1', 'discard'],
  ['4000::1', 'unassigned'],
  ['fe80::1%eth0', 'with a zone'],
  ['not an address', 'invalid'],
];

for (const address of open) test(`accepts “${address}”`, () => assert.ok(isPublicAddress(address)));
for (const [address, why] of closed)
  test(`rejects “${address}”: ${why}`, () => assert.ok(!isPublicAddress(address)));

test('parses networks in a setting, and names invalid ones in the error', () => {
  const networks = parseNetworks('OUTBOUND_ALLOW', '10.1.0.0/16, 127.0.0.1,fd00::/8');
  assert.ok(isWithin('10.1.2.3', networks));
  assert.ok(isWithin('127.0.0.1', networks));
  assert.ok(isWithin('fd12::1', networks));
  assert.ok(!isWithin('10.2.0.1', networks));
  assert.ok(!isWithin('127.0.0.2', networks));
  assert.ok(!isWithin('::1', networks));
  assert.deepEqual(parseNetworks('OUTBOUND_ALLOW', ''), []);
  assert.throws(() => parseNetworks('OUTBOUND_ALLOW', '10.0.0.0/40'), ConfigError);
});
