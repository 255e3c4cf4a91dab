import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide } from './decide.ts';
import type { Decision } from './decision.ts';
import type { Link, Special } from './link.ts';

const now = Date.UTC(2026, 10, 21, 12);
const [before, after] = [now - 1, now + 1];
const plain: Link = {
  id: '1',
  to: 'https://example.com/a',
  status: 302,
  expiresAt: undefined,
  expiredTo: undefined,
  isDisabled: false,
  isSuspended: false,
  special: undefined,
};

const rows: [string, Partial<Link> | null, Decision][] = [
  ['nothing is there', null, { do: 'missing' }],
  ['a plain link', {}, { do: 'forward', status: 302, to: plain.to }],
  ['permanent', { status: 301 }, { do: 'forward', status: 301, to: plain.to }],
  ['keeping the method', { status: 307 }, { do: 'forward', status: 307, to: plain.to }],
  ['permanent, keeping the method', { status: 308 }, { do: 'forward', status: 308, to: plain.to }],
  ['not expired yet', { expiresAt: after }, { do: 'forward', status: 302, to: plain.to }],
  ['expired this moment', { expiresAt: now }, { do: 'expired' }],
  ['expired', { expiresAt: before }, { do: 'expired' }],
  [
    'expired, with an address for that; never permanent, for the owner may give it more time',
    { expiresAt: before, expiredTo: 'https://example.com/over', status: 301 },
    { do: 'forward', status: 302, to: 'https://example.com/over' },
  ],
  [
    'an address for later, too early',
    { expiresAt: after, expiredTo: 'https://example.com/over' },
    { do: 'forward', status: 302, to: plain.to },
  ],
  ['switched off', { isDisabled: true }, { do: 'disabled' }],
  [
    'switched off and expired',
    { isDisabled: true, expiresAt: before, expiredTo: 'https://example.com/over' },
    { do: 'disabled' },
  ],
  ['taken down', { isSuspended: true }, { do: 'suspended' }],
  [
    'taken down, switched off and expired',
    { isSuspended: true, isDisabled: true, expiresAt: before },
    { do: 'suspended' },
  ],
];

const special: Special = {
  bytes: 0,
  purpose: 'link',
  ownerId: '1',
  title: '',
  description: '',
  kind: 'direct',
  splashId: null,
  overlayId: null,
  preview: { title: '', description: '', image: null },
  pixels: [],
  passwordHash: null,
  heldFor: null,
};

const held = { ...special, heldFor: 'lookalike' };
rows.push(
  ['held: a warning first', { special: held }, { do: 'show', as: 'held', to: plain.to }],
  ['held and framed', { special: { ...held, kind: 'frame' } }, { do: 'show', as: 'held', to: plain.to }],
  ['held and under a password: that first', { special: { ...held, passwordHash: 'x' } }, { do: 'ask' }],
  ['held and taken down', { special: held, isSuspended: true }, { do: 'suspended' }],
);

for (const [title, link, decision] of rows)
  test(`a visitor of a link that is: ${title}`, () => {
    assert.deepEqual(decide(link && { ...plain, ...link }, now), decision);
  });
