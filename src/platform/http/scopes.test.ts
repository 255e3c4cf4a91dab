import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allows, areasOf, scopeOf } from './scopes.ts';

test('derives an operation’s scope from its tag and method', () => {
  assert.equal(scopeOf({ method: 'GET', tag: 'Links' }), 'links:read');
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
    assert.equal(scopeOf({ method, tag: 'QR codes' }), 'qr:write');
  assert.equal(scopeOf({ method: 'POST', tag: 'Links', scope: 'read' }), 'links:read');
  assert.deepEqual(areasOf([{ tag: 'QR codes' }, { tag: 'Links' }, { tag: 'Links' }]), [
    { name: 'links', title: 'Links' },
    { name: 'qr', title: 'QR codes' },
  ]);
});

test('includes read in write scopes, and no other implications', () => {
  const rows: [readonly string[] | undefined, string, boolean][] = [
    [undefined, 'links:write', true],
    [undefined, 'account:read', true],
    [undefined, 'account:write', false],
    [['account:write'], 'account:write', true],
    [['account:write'], 'account:read', true],
    [[], 'links:read', false],
    [['links:read'], 'links:read', true],
    [['links:read'], 'links:write', false],
    [['links:write'], 'links:read', true],
    [['links:write'], 'qr:read', false],
    [['*:read'], 'qr:read', true],
    [['*:read'], 'qr:write', false],
    [['link'], 'links:read', false],
    [undefined, 'users:read', false],
    [['*:read'], 'users:read', false],
    [['users:write'], 'users:read', true],
    [['users:read'], 'users:write', false],
  ];
  for (const [scopes, scope, allowed] of rows)
    assert.equal(allows(scopes, scope), allowed, `${String(scopes)} for ${scope}`);
});
