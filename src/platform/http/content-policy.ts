import { randomBytes } from 'node:crypto';

export const newNonce = () => randomBytes(16).toString('base64url');

/**
 * What a page of ours may load: its own files, the one inline script that carries the nonce, and pictures of people
 * from the other service.
 */
export function contentPolicy(nonce: string, { base, other }: { base: string; other: string }): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob: https: ${new URL(other).origin}`,
    "media-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(base.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}
