import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { minutes } from '../../../kernel/time.ts';
import type { App } from '../../app.ts';
import { namesTag } from '../assets/asset-routes.ts';
import type { AnswerEarly } from './send-early.ts';
import { languageFor, type Theme } from '../reader.ts';
import { isRead } from '../methods.ts';
import { bodyFor, type PublicPages, type Reader } from './public-pages.ts';

/** The rate limit of page views. */
export const pageLimit = ({ config }: Pick<App, 'config'>) => ({
  name: 'page:address',
  calls: config.PAGE_LIMIT,
  within: minutes(5),
  settlesLater: true,
});

/**
 * Serves public pages from memory if nothing in the request can change the page. All other requests,
 * including those over the rate limit, are left to Fastify.
 */
export function answerPagesEarly(
  app: App,
  pages: PublicPages,
  send: FastifyInstance['sendEarly'],
): AnswerEarly {
  const rule = pageLimit(app);
  return (request, response, pass) => {
    const reader = publicReaderOf(request);
    const page = reader && pages.find(request.url ?? '', request.headers, reader);
    if (!page) return false;
    send(request, response, pass, rule, async () => {
      const isKnown = namesTag(request.headers['if-none-match'], page.etag);
      const encodings = request.headers['accept-encoding'] ?? '';
      const { head, bytes } = isKnown ? page.unchanged : await bodyFor(page, encodings);
      return { status: isKnown ? 304 : 200, route: page.route, head, body: bytes };
    });
    return true;
  };
}

/** Headers of requests that need other handling: authenticated, cross-origin, or with a body. */
const uncacheableHeaders = [
  'authorization',
  'turbo-frame',
  'origin',
  'upgrade',
  'content-length',
  'transfer-encoding',
];

/** The reader's preferences, if nothing else in the request can change the page. Undefined otherwise. */
function publicReaderOf(request: IncomingMessage): Reader | undefined {
  if (!isRead(request)) return undefined;
  const { headers } = request;
  const { cookie } = headers;
  if (uncacheableHeaders.some((name) => headers[name] !== undefined)) return undefined;
  if (cookie === undefined) return { theme: 'auto', language: languageFor(undefined, headers) };
  const [chosen, theme = 'auto', lang] =
    /^(?:theme=(auto|light|dark))?(?:; )?(?:lang=([a-z]{2}))?$/.exec(cookie) ?? [];
  return chosen === undefined ? undefined : { theme: theme as Theme, language: languageFor(lang, headers) };
}
