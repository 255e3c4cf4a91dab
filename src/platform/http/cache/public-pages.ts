import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { InterfaceLanguage } from '../../../kernel/translation/languages.ts';
import { prefersMarkdown } from '../../../kernel/prefers-markdown.ts';
import { throttle } from '../../../kernel/throttle.ts';
import { seconds } from '../../../kernel/time.ts';
import type { App } from '../../app.ts';
import { namesTag } from '../assets/entity-tag.ts';
import { bodyFor, toCachedPage, type CachedPage } from './cached-page.ts';
import { themeOf, type Theme } from '../reader/theme.ts';
import { isRead } from '../head-requests.ts';

/** The stored choices of a signed-out visitor. */
export interface Reader {
  theme: Theme;
  language: InterfaceLanguage;
}

/** Pages as those see them who are not signed in, kept in memory until anything changes. */
export interface PublicPages {
  /** The page that is kept for such a reader, if one is. */
  find(address: string, headers: IncomingHttpHeaders, reader: Reader): CachedPage | undefined;
  /** Answers with the page that is kept, or that the reader has it already. False: it has to be made. */
  answer(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
  /** To be called before a page is made: returns what sends it, and keeps it unless something has changed by then. */
  begin(request: FastifyRequest): (reply: FastifyReply, body: string) => FastifyReply | Promise<FastifyReply>;
  /** Something was written: forgets all, in every process. */
  purge(): void;
  close(): void;
}

const topic = 'public pages';
/** Changes by time alone, such as the end of a poll, appear at most this late. */
const longest = seconds(60);
const largest = 512 * 1024;

/**
 * Which write changes which pages is not asked: any of them empties the whole cache, here before its answer leaves and
 * in other processes a moment later. So nothing outdated is shown, and a page that many read is still made once for
 * all who read it between two writes. Undefined: nothing is to be kept.
 */
export function openPublicPages(
  app: Pick<App, 'broadcast' | 'config' | 'db' | 'afterCommit' | 'log'>,
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
        const page = toCachedPage(request.routeOptions.url ?? 'unknown', reply.getHeaders(), body);
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

/** Says to every process that something was written, where no request did it. */
export const announceChange = (app: Pick<App, 'broadcast' | 'db' | 'afterCommit'>): Promise<void> =>
  app.broadcast.publish(app, topic, null);

/** Nothing that came with the request makes its answer another one. */
const isForAll = ({ method, cookies, headers }: FastifyRequest) =>
  isRead({ method }) &&
  [cookies.xs, cookies.c_user, cookies.flash, headers['turbo-frame'], headers.authorization].every(
    (sent) => sent === undefined,
  );

/**
 * What the answer depends on. Every part before the address is one of a few words of ours: nothing that a request says
 * reaches the key as it was sent, except the address, which comes last.
 */
const keyOf = (address: string, { accept = '' }: IncomingHttpHeaders, { theme, language }: Reader) =>
  `${/markdown/i.test(accept) && prefersMarkdown(accept) ? 'markdown' : `html ${theme}`} ${language} ${address}`;

const keyOfRequest = (request: FastifyRequest) =>
  keyOf(request.originalUrl, request.headers, { theme: themeOf(request), language: request.language });

async function send(page: CachedPage, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const isKnown = namesTag(request.headers['if-none-match'], page.etag);
  const { head, bytes } = isKnown
    ? page.unchanged
    : await bodyFor(page, request.headers['accept-encoding'] ?? '');
  if (isKnown) reply.removeHeader('content-security-policy').removeHeader('content-type').status(304);
  for (let i = 0; i < head.length; i += 2) reply.header(head[i] ?? '', head[i + 1]);
  return reply.send(isKnown ? undefined : bytes);
}
