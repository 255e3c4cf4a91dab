import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Fault, header, testFaults } from '../../../../test/audit/audit-site.ts';
import { protocolCategory } from './protocol.ts';

const faults: readonly Fault[] = [
  ['only HTTP/1.1', (site) => void (site.isHttp1 = true), { 'http-2': 'fail' }],
  ['no HTTP/3', header('alt-svc'), { 'http-3': 'warn' }],
  ['no compression', (site) => void (site.isCompressed = false), { compression: 'fail', vary: 'na' }],
  ['compression without Vary', header('vary', 'Cookie'), { vary: 'fail' }],
  [
    'files that are not cached',
    (site) =>
      void (site.files['/main.css']!.headers = { 'content-type': 'text/css', 'cache-control': 'no-store' }),
    { 'asset-caching': 'fail' },
  ],
];

testFaults('protocol', faults, ['first-byte']);

test('a slow response warns, and a very slow one fails', () => {
  const check = protocolCategory.checks.find(({ id }) => id === 'first-byte')!;
  const after = (waited: number) =>
    check.run({ visit: { answer: { hops: [{ url: '', status: 200, waited }] } } } as never).status;
  assert.deepEqual([after(799), after(1799), after(1800)], ['pass', 'warn', 'fail']);
});
