import type { FastifyInstance } from 'fastify';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { projectFolder } from '../../kernel/project-folder.ts';
import { tighten } from '../../platform/http/assets/tighten.ts';

/** The path of the script, on Hop's own and on branded domains. */
export const trackingScript = '/assets/track.js';

/**
 * Serves the script that sites embed to store the id of a click. Its address does not change, so browsers ask
 * again after a day.
 */
export function trackingScriptRoute(server: FastifyInstance): void {
  let encoded: Record<'br' | 'gzip' | 'identity', Buffer> | undefined;
  server.get(trackingScript, { schema: { hide: true } }, (request, reply) => {
    encoded ??= encode();
    const accepted = request.headers['accept-encoding'] ?? '';
    const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity';
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .header('vary', 'accept-encoding')
      .header('x-content-type-options', 'nosniff')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('access-control-allow-origin', '*')
      .send(encoded[encoding]);
  });
}

function encode() {
  const source = readFileSync(join(projectFolder, 'browser/conversions/track.ts'), 'utf8');
  const text = Buffer.from(tighten(stripTypeScriptTypes(source)));
  return { br: brotliCompressSync(text), gzip: gzipSync(text, { level: 9 }), identity: text };
}
