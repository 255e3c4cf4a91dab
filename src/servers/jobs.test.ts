import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allJobs } from './serve.ts';

test('runs long work and mail on their own runners', () => {
  const of = (wanted: string) =>
    allJobs.flatMap(({ name, runner }) => (runner === wanted ? [name] : [])).sort();
  assert.deepEqual(of('mail'), ['identity.mail-reset-code', 'system.deliver-mail']);
  assert.deepEqual(of('import'), [
    'links.check-import',
    'links.fetch-import',
    'links.import',
    'social.invite-imported',
    'social.read-import',
    'social.run-import',
    'social.undo-import',
  ]);
  assert.deepEqual(of('export'), [
    'links.build-export',
    'social.build-export',
    'social.check-ledger',
    'social.remove-files',
    'system.backup',
  ]);
});
