import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSlug, campaignSlug } from './campaigns.ts';

test('suggests a valid slug for a name', () => {
  const rows = [
    ['Spring sale!', 'spring-sale'],
    ['  Über  uns ', 'über-uns'],
    ['春節', '春節'],
    ['a', 'campaign'],
    ['—', 'campaign'],
    ['x'.repeat(100), 'x'.repeat(40)],
    [`${'x'.repeat(39)} y`, 'x'.repeat(39)],
  ] as const;
  for (const [name, slug] of rows) {
    assert.equal(campaignSlug(name), slug);
    assert.equal(parseSlug(slug), slug);
  }
});

test('rejects an invalid slug', () => {
  for (const text of ['', 'a', 'a b', 'a/b', 'a.b', '<b>', 'x'.repeat(61)])
    assert.throws(() => parseSlug(text), { field: 'slug' }, text);
});
