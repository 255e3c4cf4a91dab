import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { msg, Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { pageLimit } from '../../platform/http/cache/answer-early.ts';
import { isRead } from '../../platform/http/methods.ts';
import { countCall } from '../../platform/http/overload/limiting.ts';
import { addressKey } from '../../platform/limits.ts';
import {
  accessFor,
  type CrawlerPolicy,
  isRestrictive,
  knownPolicy,
  licensePath,
  rememberedPolicy,
} from '../../social/crawlers/crawlers.ts';
import { isSigned, namedCrawler, recognizeCrawler, seemsCrawler } from '../../social/crawlers/recognition.ts';
import { CrawlerVisits, type VisitAnswer } from '../../social/crawlers/visits.ts';
import { CallsAtWork, sellCall, toPageCall } from '../calls/serve-call.ts';
import { type PaidOperation, paidOperation } from '../operation.ts';

/** What programs must read to know the rules, and what people need who look as if they were programs. */
const openPaths =
  /^\/(?:robots\.txt|license\.xml|sitemap[\w-]*\.xml|\.well-known\/.*|static\/[\w-]+|signin|signup)(?:\?|$)/;

/** Whether any program is kept from pages, or its policy is not known yet. */
export function isGated(app: App): boolean {
  const policy = knownPolicy(app);
  if (!policy) rememberedPolicy(app).catch(() => undefined);
  return !policy || isRestrictive(policy);
}

/**
 * Applies the operator's policy to programs that read pages and say who they are, by their name or a signature: they
 * read, or buy each page by x402, or are refused. Everything else passes, at the cost of a look at two headers.
 */
export function gateCrawlers(server: FastifyInstance, app: App): void {
  const visits = new CrawlerVisits(app);
  server.addHook('onClose', () => visits.close());
  const atWork = new CallsAtWork();
  /** Marks our own request of a page that was paid for. */
  const pass = { header: 'x-paid-page', token: randomUUID() };
  const [answerEarly] = server.earlyAnswers;
  // Pages in memory are for programs that may read them freely. Who signed is not known before the signature is checked.
  server.earlyAnswers.unshift((request, response, next) => {
    if (!seemsCrawler(request.headers)) return false;
    const named = namedCrawler(request.headers);
    const policy = knownPolicy(app);
    const isFree = named && policy && !isSigned(request.headers) && accessFor(policy, named) === 'allow';
    if (!isFree) next();
    else if (answerEarly?.(request, response, next)) visits.add({ ...named, signer: undefined }, 'allowed');
    else return false;
    return true;
  });
  server.addHook('onRequest', async (request, reply) => {
    const { headers, url, method, routeOptions } = request;
    if (routeOptions.config.pages !== true || !isRead(request) || !seemsCrawler(headers)) return;
    if (headers[pass.header] === pass.token || openPaths.test(url)) return;
    const crawler = await recognizeCrawler(app, { method, url, headers });
    if (!crawler) return;
    const policy = await rememberedPolicy(app);
    const access = accessFor(policy, crawler);
    const note = (answer: VisitAnswer) => visits.add(crawler, answer);
    if (access === 'allow') {
      note('allowed');
      return;
    }
    await countCall(app, reply, pageLimit(app), addressKey(request.ip));
    reply.header('link', `<${app.config.plazaUrl}${licensePath}>; rel="license"; type="application/rsl+xml"`);
    if (access === 'refuse') {
      note('refused');
      throw new Problem(
        'forbidden',
        msg('This site does not let {agent} read its pages', { agent: crawler.agent }),
      );
    }
    return sellPage(app, atWork, request, reply, {
      policy,
      note,
      load: () => loadPage(server, request, pass),
    });
  });
}

interface Sale {
  policy: CrawlerPolicy;
  note: (answer: VisitAnswer) => void;
  load: () => Promise<LoadedPage>;
}

/** Answers with the page if it is paid for, or else with its price, in the headers of x402 and of pay per crawl. */
async function sellPage(
  app: App,
  atWork: CallsAtWork,
  request: FastifyRequest,
  reply: FastifyReply,
  { policy, note, load }: Sale,
): Promise<FastifyReply> {
  const isHead = request.method === 'HEAD';
  const operation = pageOperation(request.url, policy.price, load);
  const { headers } = request;
  const sold = await sellCall(app, atWork, toPageCall(app, operation), {
    headers: isHead ? {} : headers,
    accept: headers.accept ?? '',
    begin: () => request.leave?.(),
  });
  const price = `USD ${policy.price}`;
  reply.header('cache-control', 'private, no-store').header('vary', 'User-Agent, Signature-Agent');
  if (sold.settlement)
    for (const name of ['payment-response', 'x-payment-response']) reply.header(name, sold.settlement);
  if (sold.quote) {
    note('priced');
    const { header, body } = sold.quote;
    request.headers['x-no-compression'] = 'quote';
    return reply
      .status(402)
      .headers({ 'payment-required': header, 'crawler-price': price })
      .type('application/json; charset=utf-8')
      .send(body);
  }
  note('paid');
  return reply.header('crawler-charged', price).type(sold.answer.type).send(sold.answer.body);
}

interface LoadedPage {
  type: string;
  body: string;
}

/** Longer addresses are not sold: the payment's record holds them. */
const longestPath = 2000;

/** The sale of one page. Free pages of all addresses are one operation in the ledger. */
function pageOperation(url: string, price: string, load: () => Promise<LoadedPage>): PaidOperation {
  if (url.length > longestPath) throw new Problem('invalid', msg('The URL is too long'));
  const output = Type.Object({ type: Type.String(), body: Type.String() });
  return paidOperation({
    path: url,
    ledgerName: '/pages',
    title: 'Page',
    summary: 'Read this page',
    tag: 'Pages',
    price: { kind: 'fixed', base: { usdc: price } },
    input: Type.Object({}),
    output,
    example: { input: {}, output: { type: 'text/html; charset=utf-8', body: '<!doctype html>…' } },
    answer: load,
    raw: (page) => page,
  });
}

/** Reads the page as a visitor who may. Throws a `Problem` for any other answer, which is not charged. */
async function loadPage(
  server: FastifyInstance,
  { url, headers }: FastifyRequest,
  { header, token }: { header: string; token: string },
): Promise<LoadedPage> {
  const answer = await server.inject({
    method: 'GET',
    url,
    headers: {
      host: headers.host ?? '',
      'user-agent': headers['user-agent'] ?? '',
      ...(headers.accept !== undefined && { accept: headers.accept }),
      ...(headers['accept-language'] !== undefined && { 'accept-language': headers['accept-language'] }),
      [header]: token,
    },
  });
  if (answer.statusCode === 404 || answer.statusCode === 410)
    throw new Problem('missing', msg('Page not found'));
  if (answer.statusCode !== 200)
    throw new Problem('unprocessable', msg('This page cannot be bought'), { code: 'page_not_sold' });
  return { type: String(answer.headers['content-type']), body: answer.body };
}
