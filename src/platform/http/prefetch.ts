import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a browser prefetches the URL. `Sec-Purpose` is the standard. `Purpose` comes from older Chrome and
 * Safari, `X-Moz` from Firefox, `X-Purpose` from previews in Safari.
 */
export function isPrefetch(headers: IncomingHttpHeaders): boolean {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz'] ?? headers['x-purpose'];
  return purpose !== undefined && /prefetch|prerender|preview/i.test(String(purpose));
}
