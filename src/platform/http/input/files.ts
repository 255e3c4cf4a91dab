import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { missing, msg } from '../../../kernel/problem.ts';
import { type Files, uploadsPath } from '../../files.ts';
import type { ByteRange } from '../../files/store.ts';

/** The file behind a path that may be signed, and who can see it: everyone, or only this caller. */
export interface FileAccess {
  path: string;
  access: 'public' | 'private';
}

/** Throws a `Problem` if the caller cannot see the file. */
type AccessTo = (request: FastifyRequest, requested: string) => Promise<FileAccess>;

/** Serves uploads. None of them can run scripts: types that browsers interpret are never sent. */
export function fileRoutes(files: Files, accessTo: AccessTo) {
  return (server: FastifyInstance): void => {
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const { path, access } = await accessTo(request, (request.params as { '*': string })['*']);
      const found = await files.find(path);
      if (!found) throw missing(msg('File'));

      const etag = `"${path}"`;
      reply.headers(headersFor(path, found.type, access)).header('etag', etag);
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();

      const range = rangeOf(request, found.size, etag);
      if (range === 'outside') return reply.code(416).header('content-range', `bytes */${found.size}`).send();
      return send(files, path, found.size, range, request, reply);
    };
    server.route({ method: 'GET', url: `${uploadsPath}*`, handler });
  };
}

async function send(
  files: Files,
  path: string,
  total: number,
  range: ByteRange | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const size = range ? range.end - range.start + 1 : total;
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${total}`);
  reply.header('content-length', size);
  if (request.method === 'HEAD') return reply.send();
  const file = await files.read(path, range);
  // It was removed after `find`.
  if (!file) throw missing(msg('File'));
  return reply.send(file.stream);
}

function headersFor(path: string, type: string, access: 'public' | 'private'): Record<string, string> {
  // Files sent as documents are downloads, even pictures.
  const inline = /^(image|video|audio)\//.test(type) && !path.startsWith('files/');
  return {
    'content-type': type,
    // Without a file name: pages provide the sender's, which differs from the one in the URL.
    'content-disposition': inline ? 'inline' : 'attachment',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    // Pages of the other service embed these pictures.
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': cacheControl(path, access),
    'accept-ranges': 'bytes',
  };
}

/**
 * Files of posts and messages are revalidated, so that an address stops working soon after its post is deleted
 * or no longer public, also in shared caches.
 */
function cacheControl(path: string, access: 'public' | 'private'): string {
  if (access === 'private') return 'private, no-cache';
  return /^(?:avatars|covers|previews)\//.test(path)
    ? 'public, max-age=31536000, immutable'
    : 'public, max-age=300, stale-while-revalidate=60';
}

function rangeOf(request: FastifyRequest, size: number, etag: string): ByteRange | 'outside' | undefined {
  const unchanged = request.headers['if-range'] ?? etag;
  return unchanged === etag ? parseRange(request.headers.range, size) : undefined;
}

/**
 * Parses a `Range` header for a file of `size` bytes. Multiple ranges, other units and invalid values are
 * ignored (RFC 9110 14.2 allows it), so the whole file is sent.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '')
    return Number(last) === 0 || size === 0
      ? 'outside'
      : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) return 'outside';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
