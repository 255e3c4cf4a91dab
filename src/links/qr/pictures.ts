import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Type } from 'typebox';
import { missing, msg } from '../../kernel/problem.ts';
import { normalize } from '../../kernel/text.ts';
import { minutes } from '../../kernel/time.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { type Download, page } from '../../platform/http/endpoint.ts';
import { countCall } from '../../platform/http/overload/limiting.ts';
import { addressKey } from '../../platform/limits.ts';
import { IdParams } from '../owned/api.ts';
import { getLink, shortAddress } from '../link/link.ts';
import { createReadClient } from '../redirect/visitor.ts';
import { type QrCode, encodedText, findLogo, getCode } from './code.ts';
import { foldVcard, toVcard } from './content/content.ts';
import { findShortAddress } from './content/parse-content.ts';
import {
  type CodeDesign,
  type CodeFormat,
  codeFormats,
  parseCodeDesign,
  plainDesign,
} from './drawing/design.ts';
import { drawCode } from './drawing/drawing.ts';
import { getCodePicture, etagOf, type FittedCode, codeTypes } from './drawing/picture.ts';
import { findPublicCode } from './public.ts';
import { linkCodeView } from './views/design-fields.ts';

/** The requested version of an image. */
interface RequestedImage {
  size: number;
  format: CodeFormat;
}

/**
 * Parses `?size=` and `?format=`, with the code's own values as defaults. Throws a `Problem` for invalid
 * ones.
 */
function parseWanted(
  design: CodeDesign,
  { size, format }: { size?: unknown; format?: unknown },
): RequestedImage {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return parseCodeDesign(design, { size: text(size), format: text(format) });
}

/** Parses a name such as `k3x9ab.png`: the code, and the format of its image or contact file. */
function parseFileName(name: string): { code: string; ending: CodeFormat | 'vcf' | undefined } {
  const [, code = '', ending] = /^([0-9a-z]{1,32})(?:\.([a-z]{3,4}))?$/.exec(name) ?? [];
  const known = [...codeFormats, 'vcf' as const].find((format) => format === ending);
  if (!code || (ending !== undefined && !known)) throw missing(msg('Picture'));
  return { code, ending: known };
}

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
      { code, wanted, name }: { code: FittedCode; wanted: RequestedImage; name: string },
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<FastifyReply> => {
      const etag = etagOf(code, wanted.size, wanted.format);
      reply.headers({
        etag: `"${etag}"`,
        // Design changes are visible after at most five minutes.
        'cache-control': 'public, max-age=300',
        'content-type': codeTypes[wanted.format],
        'content-disposition': `inline; filename="${name}.${wanted.format}"`,
        'content-security-policy': "default-src 'none'; img-src data:; sandbox",
        'x-content-type-options': 'nosniff',
      });
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
      await countDrawing(request, reply);
      const body =
        cache.get(etag) ??
        (await getCodePicture(app, { code, ...wanted }, { class: 'free', owner: addressKey(request.ip) }));
      cache.set(etag, body);
      return reply.send(body);
    };

    const countDrawing = (request: FastifyRequest, reply: FastifyReply) =>
      countCall(
        app,
        reply,
        { name: 'qr:picture', calls: app.config.QR_LIMIT, within: minutes(1) },
        addressKey(request.ip),
      );

    const sendCode = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { file } = request.params as { file: string };
      const { code: name, ending } = parseFileName(file);
      const found = await findPublicCode(app, name);
      if (!found) throw missing(msg('QR code'));
      const { code, logo } = found;
      if (ending === 'vcf') return sendContact(code, reply);
      const query = request.query as Record<string, unknown>;
      const wanted = parseWanted(code.design, { ...query, ...(ending && { format: ending }) });
      const { design, fit } = code;
      const fitted = { text: encodedText(app.config, code), design, fit, logo };
      return send({ code: fitted, wanted, name: `qr-${name}` }, request, reply);
    };

    const sendContact = ({ code, content }: QrCode, reply: FastifyReply): FastifyReply => {
      if (content.kind !== 'vcard') throw missing(msg('Contact'));
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
      if (!address) throw missing(msg('Link'));
      const query = request.query as Record<string, unknown>;
      const wanted = parseWanted(plainDesign, { ...query, ...(size && { size }) });
      return send({ code: plainCode(address), wanted, name: 'qr' }, request, reply);
    };

    const schema = { hide: true };
    server.get('/qr/:file', { schema }, sendCode);
    server.get('/:alias/qr', { schema }, sendLink);
    server.get('/:alias/qr/:size', { schema }, sendLink);
  };

const PictureQuery = Type.Object({
  size: Type.Optional(Type.String({ maxLength: 10 })),
  format: Type.Optional(Type.String({ maxLength: 10 })),
  /** Sends the image as an attachment. */
  download: Type.Optional(Type.String()),
});

/** Images of codes for their owner, without caching, and of the code of a short link. */
export const codePicturePages = [
  page({
    method: 'GET',
    path: '/dashboard/qr/:id/picture',
    access: 'member',
    limit: { by: ['account'], calls: 600, within: 60_000 },
    params: IdParams,
    query: PictureQuery,
    handle: async ({ app, viewer, params, query }) => {
      const code = await getCode(app, viewer, String(params.id));
      const logo = code.hasLogo ? await findLogo(app, code.id) : undefined;
      const { design, fit } = code;
      const fitted = { text: encodedText(app.config, code), design, fit, logo };
      return send(app, viewer, {
        code: fitted,
        ...parseWanted(design, query),
        saveAs: query.download && fileName(code.name),
      });
    },
  }),
  page({
    method: 'GET',
    path: '/dashboard/links/:id/qr',
    access: 'member',
    params: IdParams,
    handle: async ({ app, viewer, params }) => {
      const link = await getLink(app, viewer, String(params.id));
      const { text, design, fit } = plainCode(shortAddress(app.config, link));
      return linkCodeView(app.config.hopUrl, link, drawCode(text, design, fit));
    },
  }),
  page({
    method: 'GET',
    path: '/dashboard/links/:id/qr/picture',
    access: 'member',
    limit: { by: ['account'], calls: 600, within: 60_000 },
    params: IdParams,
    query: PictureQuery,
    handle: async ({ app, viewer, params, query }) => {
      const link = await getLink(app, viewer, String(params.id));
      return send(app, viewer, {
        code: plainCode(shortAddress(app.config, link)),
        ...parseWanted(plainDesign, query),
        saveAs: query.download && fileName(link.alias),
      });
    },
  }),
];

/** A short URL in black and white always scans, so it is not tested. */
const plainCode = (text: string): FittedCode => ({
  text,
  design: plainDesign,
  fit: { level: 'M', logoShare: 0 },
});

interface MemberPicture extends RequestedImage {
  code: FittedCode;
  saveAs: string | undefined;
}

async function send(
  app: Pick<App, 'config' | 'log'>,
  viewer: Pick<Viewer, 'id'>,
  { saveAs, ...picture }: MemberPicture,
): Promise<Download> {
  return {
    type: codeTypes[picture.format],
    body: await getCodePicture(app, picture, { class: 'members', owner: viewer.id }),
    headers: {
      'content-security-policy': "default-src 'none'; img-src data:; sandbox",
      'content-disposition': saveAs ? `attachment; filename="${saveAs}.${picture.format}"` : 'inline',
    },
  };
}

/** Returns a file name with only letters and digits that every system accepts. */
const fileName = (name: string) =>
  normalize(`qr-${name}`, 'NFKD')
    .replaceAll(/[^\w]+/g, '-')
    .replace(/-$/, '')
    .slice(0, 60)
    .toLowerCase();
