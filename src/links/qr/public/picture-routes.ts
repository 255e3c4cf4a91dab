import { t } from '../../../kernel/translation/translate.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { missing } from '../../../kernel/problem.ts';
import { minutes } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { count } from '../../../platform/http/overload/limiting.ts';
import { addressKey } from '../../../platform/limits.ts';
import { createReadClient } from '../../redirect/visitor/client.ts';
import { encodedText, type Code } from '../codes/code.ts';
import { plain } from '../drawing/design.ts';
import { drawCode, type Drawing } from '../drawing/drawing.ts';
import { findPublicCode } from './find-public-code.ts';
import { findShortAddress } from '../content/find-short-address.ts';
import { pictureTypes, toPicture } from '../drawing/picture.ts';
import { parseFileName, parseWanted, type RequestedImage } from './picture-query.ts';
import { foldVcard, toVcard } from '../content/vcard.ts';

/** Size of the image cache in bytes. */
const cachedBytes = 8 * 1024 ** 2;

/**
 * Public images of QR codes: of codes at `/qr/<code>.png`, `.svg`, `.pdf` and `/qr/<code>?size=&format=`, and
 * of any short link at `/<alias>/qr` and `/<alias>/qr/<size>`, also on branded domains. `/qr/<code>.vcf` is
 * the contact. These are plain routes, so that a 304 can be sent before drawing.
 */
export const codePictureRoutes =
  (app: App) =>
  (server: FastifyInstance): void => {
    const client = createReadClient(app.config);
    const cache = new LRUCache<string, Buffer>({
      maxSize: cachedBytes,
      sizeCalculation: (body) => body.length || 1,
    });

    const send = async (
      { drawing, wanted, name }: { drawing: Drawing; wanted: RequestedImage; name: string },
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<FastifyReply> => {
      const { etag, make: create } = toPicture(drawing, wanted.size, wanted.format);
      reply.headers({
        etag: `"${etag}"`,
        // Design changes are visible after at most five minutes.
        'cache-control': 'public, max-age=300',
        'content-type': pictureTypes[wanted.format],
        'content-disposition': `inline; filename="${name}.${wanted.format}"`,
        'content-security-policy': "default-src 'none'; img-src data:; sandbox",
        'x-content-type-options': 'nosniff',
      });
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
      await countDrawing(request, reply);
      const body = cache.get(etag) ?? (await create(addressKey(request.ip)));
      cache.set(etag, body);
      return reply.send(body);
    };

    const countDrawing = (request: FastifyRequest, reply: FastifyReply) =>
      count(
        app,
        reply,
        { name: 'qr:picture', calls: app.config.QR_LIMIT, within: minutes(1) },
        addressKey(request.ip),
      );

    const sendCode = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { file } = request.params as { file: string };
      const { code: name, ending } = parseFileName(file);
      const found = await findPublicCode(app, name);
      if (!found) throw missing(t('QR code'));
      const { code, logo } = found;
      if (ending === 'vcf') return sendContact(code, reply);
      const query = request.query as Record<string, unknown>;
      const wanted = parseWanted(code.design, { ...query, ...(ending && { format: ending }) });
      const drawing = drawCode(encodedText(app.config, code), code.design, code.fit, logo);
      return send({ drawing, wanted, name: `qr-${name}` }, request, reply);
    };

    const sendContact = ({ code, content }: Code, reply: FastifyReply): FastifyReply => {
      if (content.kind !== 'vcard') throw missing(t('Contact'));
      return reply
        .headers({
          'content-type': 'text/vcard; charset=utf-8',
          'content-disposition': `attachment; filename="contact-${code}.vcf"`,
          'x-content-type-options': 'nosniff',
        })
        .send(foldVcard(toVcard(content)));
    };

    const sendLink = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { alias, size } = request.params as { alias: string; size?: string };
      const address = await findShortAddress(app, client.host(request.raw), alias);
      if (!address) throw missing(t('Link'));
      const query = request.query as Record<string, unknown>;
      const wanted = parseWanted(plain, { ...query, ...(size && { size }) });
      const drawing = drawCode(address, plain, { level: 'M', logoShare: 0 });
      return send({ drawing, wanted, name: 'qr' }, request, reply);
    };

    const schema = { hide: true };
    server.get('/qr/:file', { schema }, sendCode);
    server.get('/:alias/qr', { schema }, sendLink);
    server.get('/:alias/qr/:size', { schema }, sendLink);
  };
