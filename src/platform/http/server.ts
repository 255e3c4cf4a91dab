import { msg, Problem } from '../../kernel/problem.ts';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import cookie from '@fastify/cookie';
import proxyAddress from '@fastify/proxy-addr';
import { constants, type ZstdOptions } from 'node:zlib';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import { LogController, fastify } from 'fastify';
import type {
  onSendAsyncHookHandler,
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import type { App } from '../app.ts';
import { nobody } from './caller.ts';
import type { Family } from './family.ts';
import { showError } from './families/page.ts';
import type { Site } from './families/page.ts';
import { answerPagesEarly } from './cache/answer-early.ts';
import { createSendEarly, requestId } from './cache/send-early.ts';
import type { AnswerEarly } from './cache/send-early.ts';
import { carryWrites } from './readers.ts';
import { useLanguage } from './reader.ts';
import { authenticate, prepareRequests, refuse } from './mount.ts';
import { allowedMethods, answerWithoutBody, rememberRoutes, restoreHead, routeAsGet } from './methods.ts';
import { closeGracefully, closeUnread, createListener } from './listener.ts';
import { answerMalformed, hasBadHost, repeatsHost } from './overload/malformed.ts';
import { limitConcurrency } from './overload/admission.ts';
import { refuseWritesOnFullDisk } from './overload/free-space.ts';
import { allowOrigins, type IsListedOrigin } from './origins.ts';
import { addParsers, bodyLimit } from './input/parsers.ts';
import { trustedProxies } from './client.ts';
import { namesTag, tagOf } from './assets/asset-routes.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { recordResponse } from '../logging/log.ts';
import { currentTracer, requestAttribute, type Span } from '../logging/tracing.ts';

interface ServerOptions {
  site: Site;
  /** The family that answers unknown paths: the first whose `prefix` matches, else the pages. */
  families: readonly { prefix: string; family: Family }[];
  /** Called for every request before Fastify. Passes on those it does not handle. */
  first?: (request: IncomingMessage, response: ServerResponse, pass: RequestListener) => void;
  /** Rewrites the URLs of older clients. */
  rewriteUrl?: (request: { url?: string | undefined }) => string;
  isListedOrigin?: IsListedOrigin;
  /** Returns the path here of a path of another program, whose content is here now. For paths that no page has. */
  findMoved?: (url: string) => Promise<string | undefined>;
  /** Whether a request gives way to people when the server is busy. */
  yields?: (request: FastifyRequest) => boolean;
}

/** A page of 70 kB takes a fifth of the time of gzip for about as many bytes. gzip does not read it. */
const zstdOptions: ZstdOptions = {
  params: {
    [constants.ZSTD_c_strategy]: constants.ZSTD_dfast,
    [constants.ZSTD_c_minMatch]: 5,
    [constants.ZSTD_c_hashLog]: 15,
    [constants.ZSTD_c_chainLog]: 15,
    [constants.ZSTD_c_windowLog]: 18,
  },
};

/**
 * Responses up to this size are compressed synchronously, because a stream for each costs more than the
 * compression.
 */
const syncThreshold = 256 * 1024;

/** Creates one service's HTTP server, without its routes. */
export async function createServer(
  app: App,
  { site, families, first, rewriteUrl, isListedOrigin, findMoved, yields }: ServerOptions,
): Promise<FastifyInstance> {
  const familyAt = (url: string) => families.find(({ prefix }) => isBelow(prefix, url))?.family;
  const refuseAt = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const family = familyAt(request.url);
    return family ? refuse(app, family, error, request, reply) : showError(app, site, error, request, reply);
  };

  const [main] = families;
  const malformed = main && answerMalformed(app, main.family);
  const service = site.product().key;
  const ownLog = app.log.child({ service });
  const log: FastifyBaseLogger = ownLog;
  const earlyAnswers: AnswerEarly[] = [];
  const server: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(app.config),
    bodyLimit,
    genReqId: requestId,
    // Requests that arrive during shutdown are still answered. The listener is closed before.
    return503OnClosing: false,
    ...(malformed && { clientErrorHandler: malformed.clientError }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2048 },
    frameworkErrors: (error, request, reply) => {
      // No hooks run for a malformed URL.
      Object.assign(request, { caller: nobody, uploads: [], cookies: {} });
      const family = familyAt(request.url);
      const counted = family ? authenticate(app, family, 'anyone', request, reply) : Promise.resolve();
      void counted.then(
        () => refuseAt(error, request, reply),
        (refusal: unknown) => refuseAt(refusal, request, reply),
      );
    },
    serverFactory: (handler) =>
      createListener(app.config, (request, response) => {
        // A hook refuses what is ambiguous for redirects and cached pages too.
        if (repeatsHost(request)) return handler(request, response);
        if (first) return first(request, response, handler);
        const pass = () => handler(request, response);
        if (!earlyAnswers.some((answer) => answer(request, response, pass))) pass();
      }),
    exposeHeadRoutes: false,
    rewriteUrl: (request) => {
      routeAsGet(request);
      return rewriteUrl?.(request) ?? request.url ?? '/';
    },
  });
  restoreHead(server);
  malformed?.listen(server.server);
  server.addHook('onRequest', (request, _reply, done) => {
    malformed?.boundChunks(request.raw);
    done();
  });
  traceRequests(server, app.config);
  const sendEarly = createSendEarly(app, { service, log: ownLog });
  server.decorate('earlyAnswers', earlyAnswers).decorate('sendEarly', sendEarly);
  if (site.publicPages) earlyAnswers.push(answerPagesEarly(app, site.publicPages, sendEarly));
  prepareRequests(server);
  refuseWritesOnFullDisk(server, app, service);
  limitConcurrency(server, app, service, familyAt, yields);
  rememberRoutes(server);
  addParsers(server);
  // Set before the plugins, whose own routes and hooks can throw too.
  server.setErrorHandler(refuseAt);
  await server.register(cookie);
  useLanguage(server);
  // Oversized files are truncated, and rejected where they are read.
  await server.register(multipart, { throwFileSizeLimit: false });
  server.addHook('onSend', tagCacheable);
  await server.register(compress, {
    encodings: ['zstd', 'gzip'],
    threshold: 1024,
    syncThreshold,
    zlibOptions: zstdOptions,
  });
  setSecurityHeaders(server, site.base.startsWith('https:'));
  await allowOrigins(server, app, site.base, isListedOrigin);
  carryWrites(server, app);
  addHooks(server, site, service, ownLog);
  closeGracefully(server);
  closeUnread(server);
  answerWithoutBody(server);
  // The oldest form of address of a blog is of the front page.
  if (findMoved)
    server.addHook('onRequest', (request, reply, done) => {
      if (!/^\/\?p=\d{1,15}$/.test(request.url)) return done();
      findMoved(request.url).then(
        (moved) => (moved === undefined ? done() : void reply.redirect(moved, 301)),
        done,
      );
    });
  server.setNotFoundHandler(async (request, reply) => {
    const family = familyAt(request.url);
    // Calls to unknown paths are counted and get rate limit headers like all others.
    if (family) await authenticate(app, family, 'anyone', request, reply);
    const methods = allowedMethods(server, request);
    const isUnknown = methods.length === 0 && !family && !isWrite(request);
    const moved = isUnknown ? await findMoved?.(request.url) : undefined;
    if (moved !== undefined) return reply.redirect(moved, 301);
    if (methods.length === 0) return refuseAt(new Problem('missing', msg('Page not found')), request, reply);
    reply.header('allow', methods.join(', '));
    return refuseAt(
      new Problem('wrong-method', msg('This URL only accepts {methods}', { methods: methods.join(', ') })),
      request,
      reply,
    );
  });
  return server;
}

const isBelow = (prefix: string, url: string) =>
  url.startsWith(prefix) && /^[/?#]|^$/.test(url.slice(prefix.length));

const isWrite = ({ method, routeOptions }: FastifyRequest) =>
  !['GET', 'HEAD', 'OPTIONS'].includes(method) && routeOptions.config.endpoint?.scope !== 'read';

/** Cacheable responses have an ETag. An unchanged one is answered with 304 and no body. */
const tagCacheable: onSendAsyncHookHandler = async (request, reply, payload) => {
  const isKept = /^(public|private), max-age=(?!.*no-store)/.test(String(reply.getHeader('cache-control')));
  const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
  const isAsset = request.url.startsWith('/assets/');
  if (reply.statusCode !== 200 || !isKept || !isText || isAsset || reply.hasHeader('etag')) return payload;
  const etag = tagOf(payload);
  reply.header('etag', etag);
  if (!namesTag(request.headers['if-none-match'], etag)) return payload;
  reply.status(304).removeHeader('content-length').removeHeader('content-type');
  return null;
};

function addHooks(server: FastifyInstance, site: Site, service: string, log: App['log']): void {
  const { publicPages, privatePrefixes = [] } = site;
  const isPrivate = ({ url }: FastifyRequest) => privatePrefixes.some((prefix) => url.startsWith(prefix));
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    if (hasBadHost(request.raw))
      return done(new Problem('invalid', msg('The Host header is missing or not valid')));
    if (request.url.includes('%00'))
      return done(new Problem('invalid', msg('The URL contains a NUL character')));
    done();
  });
  server.addHook('onSend', (request, reply, _payload, done) => {
    // Before the response is sent, so clients see their own writes.
    if (publicPages && isWrite(request) && !isPrivate(request) && reply.statusCode < 400) publicPages.purge();
    // The response depends on the session, so no shared cache may store it.
    if (!reply.hasHeader('cache-control'))
      reply.header('cache-control', request.caller.viewer ? 'private, no-store' : 'private, no-cache');
    done();
  });
  if (publicPages) server.addHook('onClose', () => publicPages.close());
  server.addHook('onResponse', (request, reply, done) => {
    if (request.isTurnedAway) return done();
    recordResponse(log, {
      service,
      method: request.method,
      url: request.url,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      elapsed: reply.elapsedTime,
      fields: { reqId: request.id, viewer: request.caller.viewer?.id },
    });
    done();
  });
}

/**
 * Records each request as a span, if there is a tracer. Redirects and cached pages are answered before. The trace of a
 * caller is continued only for trusted proxies: from others, anyone could write into our traces.
 */
function traceRequests(server: FastifyInstance, config: App['config']): void {
  const tracer = currentTracer();
  if (!tracer) return;
  const proxies = trustedProxies(config);
  const isTrusted = proxies ? proxyAddress.compile(proxies) : () => false;
  const spans = new WeakMap<FastifyRequest, Span>();
  server.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions, raw, id } = request;
    const { traceparent } = raw.headers;
    const address = raw.socket.remoteAddress ?? '';
    const route = routeOptions.url ?? 'unknown';
    const span = tracer.start({
      name: `${method} ${route}`,
      kind: 'server',
      attributes: { 'http.request.method': method, 'http.route': route, ...requestAttribute(id) },
      parent: typeof traceparent === 'string' && isTrusted(address, 0) ? traceparent : undefined,
    });
    spans.set(request, span);
    reply.raw.once('close', () => {
      const status = reply.raw.statusCode;
      span.end({ 'http.response.status_code': status }, status >= 500 ? new Error('status') : undefined);
    });
    span.run(done);
  });
  // The body arrives on the connection, outside of the span.
  server.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.run(done);
    else done();
  });
}
