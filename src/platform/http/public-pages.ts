import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { prefersMarkdown } from '../../kernel/prefers-markdown.ts';
import { throttle } from '../../kernel/throttle.ts';
import { seconds } from '../../kernel/time.ts';
import type { App } from '../app.ts';
import { namesTag, tagOf } from './assets/entity-tag.ts';
import { themeOf } from './theme.ts';

/** Pages as those see them who are not signed in, kept in memory until anything changes. */
export interface PublicPages {
  /** Answers with the page that is kept, or that the reader has it already. False: it has to be made. */
  answer(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
  /** To be called before a page is made: returns what sends it, and keeps it unless something has changed by then. */
  begin(request: FastifyRequest): (reply: FastifyReply, body: string) => FastifyReply | Promise<FastifyReply>;
  /** Something was written: forgets all, in every process. */
  forget(): void;
  close(): void;
}

interface Kept {
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  zipped: Promise<Buffer> | undefined;
  etag: string;
}

const topic = 'public pages';
/** What changes without anybody doing anything, such as the end of a poll, is late by at most this. */
const longest = seconds(60);
const largest = 512 * 1024;
const zip = promisify(gzip);
/** What a handler says of a page beyond its body. The nonce in the policy is the one in the body. */
const keptHeaders = [
  'content-type',
  'cache-control',
  'content-security-policy',
  'link',
  'x-robots-tag',
  'x-frame-options',
];

/**
 * Which write changes which pages is not asked: any of them empties the whole cache, here before its answer leaves and
 * in other processes a moment later. So nothing outdated is shown, and a page that many read is still made once for
 * all who read it between two writes. Undefined: nothing is to be kept.
 */
export function openPublicPages(
  app: Pick<App, 'broadcast' | 'config' | 'db' | 'afterCommit' | 'log'>,
): PublicPages | undefined {
  if (app.config.PAGE_CACHE_MIB === 0) return undefined;
  const kept = new LRUCache<string, Kept>({
    maxSize: app.config.PAGE_CACHE_MIB * 1024 * 1024,
    sizeCalculation: ({ body }) => body.length * 2,
    ttl: longest,
  });
  let changes = 0;
  const clear = () => {
    changes += 1;
    kept.clear();
  };
  const announce = throttle(() => {
    void announceChange(app).catch((error: unknown) =>
      app.log.debug({ err: error }, 'a change could not be announced'),
    );
  }, 100);
  const unsubscribe = [app.broadcast.subscribe(topic, clear), app.broadcast.onGap(clear)];
  return {
    answer: async (request, reply) => {
      const page = isForAll(request) ? kept.get(keyOf(request)) : undefined;
      if (page) await send(page, request, reply);
      return page !== undefined;
    },
    begin: (request) => {
      const before = changes;
      return (reply, body) => {
        if (!isForAll(request) || reply.statusCode !== 200 || reply.hasHeader('set-cookie'))
          return reply.send(body);
        const page = toKept(reply, body);
        if (changes === before && page.body.length <= largest) kept.set(keyOf(request), page);
        return send(page, request, reply);
      };
    },
    forget: () => {
      clear();
      announce();
    },
    close: () => {
      for (const end of unsubscribe) end();
    },
  };
}

/** Says to every process that something was written, where no request did it. */
export const announceChange = (app: Pick<App, 'broadcast' | 'db' | 'afterCommit'>): Promise<void> =>
  app.broadcast.publish(app, topic, null);

/** Nothing that came with the request makes its answer another one. */
const isForAll = ({ method, cookies, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') &&
  [cookies.xs, cookies.c_user, cookies.flash, headers['turbo-frame'], headers.authorization].every(
    (sent) => sent === undefined,
  );

/**
 * What the answer depends on. Every part before the address is one of a few words of ours: nothing that a request says
 * reaches the key as it was sent, except the address, which comes last.
 */
const keyOf = (request: FastifyRequest) =>
  `${prefersMarkdown(request.headers.accept ?? '') ? 'markdown' : `html ${themeOf(request)}`} ${request.url}`;

function toKept(reply: FastifyReply, text: string): Kept {
  const body = Buffer.from(text);
  const headers: Record<string, string> = {};
  for (const name of keptHeaders) {
    const value = reply.getHeader(name);
    if (value !== undefined) headers[name] = String(value);
  }
  // The nonce is another one each time; the page is the same.
  const nonce = /'nonce-([\w-]+)'/.exec(headers['content-security-policy'] ?? '')?.[1];
  const said = nonce === undefined ? text : text.replaceAll(nonce, '');
  return { headers, body, zipped: undefined, etag: tagOf(said) };
}

const vary = (reply: FastifyReply) => reply.header('vary', 'Accept, Accept-Encoding, Cookie');

async function send(page: Kept, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  vary(reply).header('etag', page.etag);
  // Without its policy: the reader has the one that belongs to the copy they have.
  if (namesTag(request.headers['if-none-match'], page.etag))
    return reply.removeHeader('content-security-policy').status(304).send();
  reply.headers(page.headers);
  if (!(request.headers['accept-encoding'] ?? '').includes('gzip')) return reply.send(page.body);
  page.zipped ??= zip(page.body);
  return reply.header('content-encoding', 'gzip').send(await page.zipped);
}
