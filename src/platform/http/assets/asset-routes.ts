import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import { tile } from '../../../web/components/brand.ts';
import type { Product } from '../../../web/product.ts';
import { loadSharp } from '../../files/sharp.ts';
import type { Asset, Assets } from './assets.ts';

/** Serves browser files at immutable URLs, and the product's icon in all common formats. */
export function assetRoutes(assets: Assets, { brand }: Product) {
  return (server: FastifyInstance): void => {
    server.get('/assets/*', (request, reply) => {
      const found = assets.find(request.url.split('?')[0] ?? '');
      if (!found) {
        reply.callNotFound();
        return reply;
      }
      return send(found, request, reply.header('cache-control', 'public, max-age=31536000, immutable'));
    });

    const drawing = Buffer.from(tile(brand));
    const icons = {
      '/favicon.svg': { type: 'image/svg+xml', make: () => Promise.resolve(drawing) },
      '/favicon.ico': { type: 'image/x-icon', make: async () => inIcoFile(await picture(drawing, 48), 48) },
      '/apple-touch-icon.png': { type: 'image/png', make: () => picture(drawing, 180) },
      '/icon-192.png': { type: 'image/png', make: () => picture(drawing, 192) },
      '/icon-512.png': { type: 'image/png', make: () => picture(drawing, 512) },
    };
    for (const [path, { type, make: create }] of Object.entries(icons)) {
      let created: Promise<Buffer> | undefined;
      server.get(path, async (_request, reply) => {
        reply.header('content-type', type).header('cache-control', 'public, max-age=86400');
        return reply.send(await (created ??= create()));
      });
    }
  };
}

async function send(asset: Asset, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const accepted = request.headers['accept-encoding'] ?? '';
  const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined;
  reply
    .header('content-type', asset.type)
    .header('vary', 'accept-encoding')
    .header('x-content-type-options', 'nosniff');
  if (encoding === undefined) return reply.send(await asset.body);
  reply.header('content-encoding', encoding);
  return reply.send(await (encoding === 'br' ? asset.brotli : asset.gzip));
}

async function picture(drawing: Buffer, size: number): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(drawing, { density: (72 * size) / 32 })
    .resize(size, size)
    .png()
    .toBuffer();
}

/** An ICO file is a directory of images. This one contains one PNG. */
function inIcoFile(png: Buffer, size: number): Buffer {
  const directory = Buffer.alloc(22);
  directory.writeUInt16LE(1, 2); // type: icon
  directory.writeUInt16LE(1, 4); // number of images
  directory.writeUInt8(size, 6);
  directory.writeUInt8(size, 7);
  directory.writeUInt16LE(1, 10);
  directory.writeUInt16LE(32, 12); // bits per pixel
  directory.writeUInt32LE(png.length, 14);
  directory.writeUInt32LE(directory.length, 18);
  return Buffer.concat([directory, png]);
}

/** A weak ETag of a body, the same for all encodings. */
export const tagOf = (body: string | Buffer): string =>
  `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;

/** Whether an `If-None-Match` header contains the ETag. */
export const namesTag = (sent: string | undefined, etag: string): boolean =>
  sent
    ?.split(',')
    .some((each) => ['*', etag.replace(/^W\//, '')].includes(each.trim().replace(/^W\//, ''))) ?? false;
