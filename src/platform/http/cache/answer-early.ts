import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { minutes } from '../../../kernel/time.ts';
import type { App } from '../../app.ts';
import { addressKey, type LimitState } from '../../limits.ts';
import { requestDuration } from '../../logging/metrics.ts';
import { redactAddress } from '../../logging/redact.ts';
import { namesTag } from '../assets/entity-tag.ts';
import { bodyFor, type KeptPage } from './kept-page.ts';
import { makeReadAddress } from '../proxies.ts';
import type { PublicPages } from './public-pages.ts';
import type { Theme } from '../theme.ts';
import { isRead } from '../head-requests.ts';

/** What page views are counted by. */
export const pageLimit = ({ config }: Pick<App, 'config'>) => ({
  name: 'page:address',
  calls: config.PAGE_LIMIT,
  within: minutes(5),
});

/** Ours when it looks harmless, so that one id follows a request through proxies and logs. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && /^[\w-]{8,64}$/.test(sent) ? sent : randomUUID();
}

/** Answers before Fastify has seen the request. False: it is Fastify's. */
type AnswerEarly = (request: IncomingMessage, response: ServerResponse, pass: () => void) => boolean;

/**
 * Answers readers of public pages from memory, in one write, where nothing that they sent may make their page another one.
 * Anything else is left to Fastify, as are those who have read too much.
 */
export function answerEarly(
  app: App,
  pages: PublicPages,
  { service, log }: { service: string; log: App['log'] },
): AnswerEarly {
  const addressOf = makeReadAddress(app.config);
  // In memory alone, where a count costs as little as the answer.
  const rule = { ...pageLimit(app), local: true };

  const answer = async (
    page: KeptPage,
    request: IncomingMessage,
    response: ServerResponse,
    begin: number,
  ) => {
    const limit = await app.limits.consume(rule, addressKey(addressOf(request)));
    if (limit.exceeded) return false;
    const status = namesTag(request.headers['if-none-match'], page.etag) ? 304 : 200;
    const { head, bytes } =
      status === 304 ? page.unchanged : await bodyFor(page, request.headers['accept-encoding'] ?? '');
    const id = requestId(request);
    response.writeHead(status, [...head, 'x-request-id', id, ...limitHeaders(limit)]);
    response.end(request.method === 'HEAD' ? undefined : bytes);
    const elapsed = performance.now() - begin;
    requestDuration.observe(
      { service, method: request.method ?? '', route: page.route, status },
      elapsed / 1000,
    );
    if (log.isLevelEnabled('debug'))
      log.debug(
        {
          reqId: id,
          method: request.method,
          url: redactAddress(request.url ?? ''),
          status,
          ms: Math.round(elapsed),
        },
        'answered',
      );
    return true;
  };

  return (request, response, pass) => {
    const theme = themeForAll(request);
    const page = theme && pages.find(request.url ?? '', request.headers, theme);
    if (!page) return false;
    answer(page, request, response, performance.now()).then(
      (isAnswered) => isAnswered || pass(),
      (error: unknown) => {
        log.error({ err: error }, 'a page could not be answered from memory');
        response.destroy();
      },
    );
    return true;
  };
}

/** Headers of requests that are answered in another way: by who asks, from where, or with a body that is to be read. */
const ownPaths = ['authorization', 'turbo-frame', 'origin', 'upgrade', 'content-length', 'transfer-encoding'];

/** The theme of a reader who sent nothing else that may make the page another one; undefined for others. */
function themeForAll(request: IncomingMessage): Theme | undefined {
  if (!isRead(request)) return undefined;
  const { headers } = request;
  const { cookie } = headers;
  if (ownPaths.some((name) => headers[name] !== undefined)) return undefined;
  if (cookie === undefined) return 'auto';
  const [, theme] = /^theme=(auto|light|dark)$/.exec(cookie) ?? [];
  return theme as Theme | undefined;
}

const limitHeaders = ({ limit, remaining, resetAt }: LimitState): string[] => [
  'x-ratelimit-limit',
  String(limit),
  'x-ratelimit-remaining',
  String(remaining),
  'x-ratelimit-reset',
  String(Math.ceil(resetAt.getTime() / 1000)),
];
