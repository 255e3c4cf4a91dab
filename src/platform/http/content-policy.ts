import { randomBytes } from 'node:crypto';
import type { PolicyExtras } from '../../web/view.ts';

export const newNonce = () => randomBytes(16).toString('base64url');

/**
 * What a page of ours may load: its own files, the one inline script that carries the nonce, pictures of people from
 * the other service, and what the page itself adds.
 */
export function contentPolicy(
  nonce: string,
  { base, other }: { base: string; other: string },
  { sources = {}, inOwnFrames = false }: PolicyExtras = {},
): string {
  const policy = new Map([
    ['default-src', ["'self'"]],
    ['script-src', ["'self'", `'nonce-${nonce}'`]],
    ['style-src', ["'self'", `'nonce-${nonce}'`]],
    ['img-src', ["'self'", 'data:', 'blob:', 'https:', new URL(other).origin]],
    ['media-src', ["'self'", 'blob:']],
    ['object-src', ["'none'"]],
    ['base-uri', ["'none'"]],
    ['form-action', ["'self'"]],
    ['frame-ancestors', [inOwnFrames ? "'self'" : "'none'"]],
  ]);
  for (const [directive, added] of Object.entries(sources))
    policy.set(directive, [...(policy.get(directive) ?? ["'self'"]), ...added]);
  if (base.startsWith('https:')) policy.set('upgrade-insecure-requests', []);
  return Array.from(policy, (parts) => parts.flat().join(' ')).join('; ');
}

/**
 * The devices that a page may ask for. Pages that follow one another by script are one document, so all pages of somebody who
 * is signed in may record voice messages; a camera and the screen are for pages that name them.
 */
export function permissionsPolicy(isVoiced: boolean, { devices = [] }: PolicyExtras = {}): string {
  const allowed: readonly string[] = [...(isVoiced ? ['microphone'] : []), ...devices];
  return ['camera', 'display-capture', 'geolocation', 'microphone']
    .map((device) => `${device}=(${allowed.includes(device) ? 'self' : ''})`)
    .join(', ');
}
