import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { constants, gzip, zstdCompress } from 'node:zlib';
import { prefersMarkdown } from '../../../kernel/prefers-markdown.ts';
import { throttle } from '../../../kernel/throttle.ts';
import { seconds } from '../../../kernel/time.ts';
import type { InterfaceLanguage } from '../../../web/translation/languages.ts';
import type { App } from '../../app.ts';
import { namesTag, tagOf } from '../assets/asset-routes.ts';
import { isRead } from '../methods.ts';
import { type Theme, themeOf } from '../reader.ts';
import { cdnHeaders, isOfAnyone } from './cdn.ts';
import { sharedHeaders } from './send-early.ts';

/** The stored preferences of a signed-out visitor. */
export interface Reader {
  theme: Theme;
  language: InterfaceLanguage;
}

/** A cache of pages for signed-out visitors, in memory until anything changes. */
export interface PublicPages {
  /** The cached page for the reader's preferences, if any. */
  find(address: string, headers: IncomingHttpHeaders, reader: Reader): CachedPage | undefined;
  /** Responds with the cached page or 304. Returns false if the page must be rendered. */
  answer(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
  /**
   * Call before rendering a page. Returns a function that sends the page and caches it unless something
   * changed in the meantime.
   */
  begin(request: FastifyRequest): (reply: FastifyReply, body: string) => FastifyReply | Promise<FastifyReply>;
  /** Call after a write: clears the cache in every process. */
  purge(): void;
  close(): void;
}

const topic = 'public pages';
/** Maximum delay of changes by time alone, such as the end of a poll. */
const longest = seconds(60);
const largest = 512 * 1024;

/**
 * Any write clears the whole cache, whichever pages it affects: in this process before the response is sent,
 * and in other processes a moment later. So no outdated page is served, and a popular page is still rendered
 * only once between two writes. Undefined if caching is turned off.
 */
export function openPublicPages(
  app: Pick<App, 'broadcast' | 'config' | 'db' | 'afterCommit' | 'log'>,
  /** Whether responses differ by who the program is that asks, so that no cache in front may give them to others. */
  isGated: () => boolean = () => false,
): PublicPages | undefined {
  if (app.config.PAGE_CACHE_MIB === 0) return undefined;
  const cache = new LRUCache<string, CachedPage>({
    maxSize: app.config.PAGE_CACHE_MIB * 1024 * 1024,
    sizeCalculation: ({ plain }) => plain.bytes.length * 2,
    ttl: longest,
  });
  let changes = 0;
  const clear = () => {
    changes += 1;
    cache.clear();
  };
  const isForCdn = (headers: IncomingHttpHeaders) =>
    app.config.CDN !== 'none' && isOfAnyone(headers) && !isGated();
  /** Pages with headers for a CDN are other entries. */
  const keyOf = (address: string, headers: IncomingHttpHeaders, reader: Reader) =>
    `${isForCdn(headers) ? 'cdn ' : ''}${keyOfPage(address, headers, reader)}`;
  const keyOfRequest = (request: FastifyRequest) =>
    keyOf(request.originalUrl, request.headers, { theme: themeOf(request), language: request.language });
  const announce = throttle(() => {
    void announceChange(app).catch((error: unknown) =>
      app.log.debug({ err: error }, 'a change could not be announced'),
    );
  }, 100);
  const unsubscribe = [app.broadcast.subscribe(topic, clear), app.broadcast.onGap(clear)];
  return {
    find: (address, headers, reader) => cache.get(keyOf(address, headers, reader)),
    answer: async (request, reply) => {
      const page = isForAll(request) ? cache.get(keyOfRequest(request)) : undefined;
      if (page) await send(page, request, reply);
      return page !== undefined;
    },
    begin: (request) => {
      const before = changes;
      return (reply, body) => {
        if (!isForAll(request) || reply.statusCode !== 200 || reply.hasHeader('set-cookie'))
          return reply.send(body);
        const headers = reply.getHeaders();
        const added = isForCdn(request.headers)
          ? cdnHeaders(app.config, request.originalUrl, body, headers['cache-control'] as string | undefined)
          : {};
        const page = toCachedPage(request.routeOptions.url ?? 'unknown', { ...headers, ...added }, body);
        if (changes === before && page.plain.bytes.length <= largest) cache.set(keyOfRequest(request), page);
        return send(page, request, reply);
      };
    },
    purge: () => {
      clear();
      announce();
    },
    close: () => {
      for (const end of unsubscribe) end();
    },
  };
}

/** Broadcasts a write that no request made to every process. */
export const announceChange = (app: Pick<App, 'broadcast' | 'db' | 'afterCommit'>): Promise<void> =>
  app.broadcast.publish(app, topic, null);

/** Whether nothing in the request can change the response. */
const isForAll = ({ method, cookies, headers }: FastifyRequest) =>
  isRead({ method }) &&
  [cookies.xs, cookies.c_user, cookies.flash, headers['turbo-frame'], headers.authorization].every(
    (sent) => sent === undefined,
  );

/**
 * The cache key. Every part before the URL is one of a few constants. The URL comes last and is the only part
 * taken unchanged from the request.
 */
const keyOfPage = (address: string, { accept = '' }: IncomingHttpHeaders, { theme, language }: Reader) =>
  `${/markdown/i.test(accept) && prefersMarkdown(accept) ? 'markdown' : `html ${theme}`} ${language} ${address}`;

async function send(page: CachedPage, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const isKnown = namesTag(request.headers['if-none-match'], page.etag);
  const { head, bytes } = isKnown
    ? page.unchanged
    : await bodyFor(page, request.headers['accept-encoding'] ?? '');
  if (isKnown) reply.removeHeader('content-security-policy').removeHeader('content-type').status(304);
  for (let i = 0; i < head.length; i += 2) reply.header(head[i] ?? '', head[i + 1]);
  return reply.send(isKnown ? undefined : bytes);
}

/** A page with the bytes of each encoding. Headers alternate names and values. */
interface CachedPage {
  /** Route pattern, for metrics. */
  route: string;
  etag: string;
  plain: CachedBody;
  /** By encoding, created on first use. */
  compressed: Map<Encoding, CachedBody>;
  /** The 304 response, without a body. */
  unchanged: CachedBody;
}

interface CachedBody {
  head: readonly string[];
  bytes: Buffer;
}

const ofPage = /^(vary|etag)$/;
const ofBody = /^(content-type|content-security-policy)$/;

function toCachedPage(
  route: string,
  headers: Readonly<Record<string, number | string | string[] | undefined>>,
  text: string,
): CachedPage {
  const bytes = Buffer.from(text);
  // The nonce differs between renderings of the same page.
  const nonce = /'nonce-([\w-]+)'/.exec(String(headers['content-security-policy']))?.[1];
  const etag = tagOf(nonce === undefined ? text : text.replaceAll(nonce, ''));
  const head = sharedHeaders({ 'cache-control': 'private, no-cache', ...headers })
    .filter(([name]) => !ofPage.test(name))
    .concat([
      ['vary', 'Accept, Accept-Encoding, Accept-Language, Cookie'],
      ['etag', etag],
    ]);
  return {
    route,
    etag,
    plain: { head: [...head.flat(), 'content-length', String(bytes.length)], bytes },
    compressed: new Map(),
    // Without a content security policy: the policy must match the reader's cached copy.
    unchanged: { head: head.filter(([name]) => !ofBody.test(name)).flat(), bytes: Buffer.alloc(0) },
  };
}

/** In order of preference. At this level, zstd takes the time of gzip, once for each cached page. */
const zstdOptions = { params: { [constants.ZSTD_c_compressionLevel]: 9 } };
const compressors = {
  zstd: (bytes: Buffer) => promisify(zstdCompress)(bytes, zstdOptions),
  gzip: promisify(gzip),
};
type Encoding = keyof typeof compressors;
const isAccepted: Readonly<Record<Encoding, RegExp>> = {
  zstd: /\bzstd\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
};

/**
 * The body in an encoding that the reader accepts. Concurrent requests may both compress it, which is
 * harmless.
 */
export async function bodyFor(page: CachedPage, acceptEncoding: string): Promise<CachedBody> {
  const encoding = (['zstd', 'gzip'] as const).find((each) => isAccepted[each].test(acceptEncoding));
  if (!encoding) return page.plain;
  const known = page.compressed.get(encoding);
  if (known) return known;
  const bytes = await compressors[encoding](page.plain.bytes);
  const head = page.plain.head.slice(0, -2);
  const body = {
    head: [...head, 'content-length', String(bytes.length), 'content-encoding', encoding],
    bytes,
  };
  page.compressed.set(encoding, body);
  return body;
}
