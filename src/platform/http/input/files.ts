import { t } from '../../../kernel/translation/translate.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { missing } from '../../../kernel/problem.ts';
import type { Files } from '../../files.ts';
import { uploadsPath } from '../../files.ts';
import type { ByteRange } from '../../files/store.ts';
import { readRange } from '../assets/byte-range.ts';

/** For whom a file is: everybody, or the one who asks. Throws a `Problem` where it is not for them. */
type AccessTo = (request: FastifyRequest, path: string) => Promise<'public' | 'private'>;

/** Serves what people uploaded. Whatever it may hold, nothing of it runs: a type that browsers interpret is never sent. */
export function fileRoutes(files: Files, accessTo: AccessTo) {
  return (server: FastifyInstance): void => {
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const path = (request.params as { '*': string })['*'];
      const access = await accessTo(request, path);
      const found = await files.find(path);
      if (!found) throw missing(t('File'));

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
  // Removed since it was found.
  if (!file) throw missing(t('File'));
  return reply.send(file.stream);
}

function headersFor(path: string, type: string, access: 'public' | 'private'): Record<string, string> {
  // Whatever somebody sent as a document is one, a picture among them too.
  const inline = /^(image|video|audio)\//.test(type) && !path.startsWith('files/');
  return {
    'content-type': type,
    // Without a name: pages give the one that its sender chose, and the address ends in another.
    'content-disposition': inline ? 'inline' : 'attachment',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    // Pages of the other service show these pictures too.
    'cross-origin-resource-policy': 'cross-origin',
    // The file at a path never changes, but its audience can.
    'cache-control': access === 'public' ? 'public, max-age=31536000, immutable' : 'private, no-cache',
    'accept-ranges': 'bytes',
  };
}

function rangeOf(request: FastifyRequest, size: number, etag: string): ByteRange | 'outside' | undefined {
  const unchanged = request.headers['if-range'] ?? etag;
  return unchanged === etag ? readRange(request.headers.range, size) : undefined;
}
