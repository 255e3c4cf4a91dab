import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem, msg } from '../../../kernel/problem.ts';
import {
  currentLanguage,
  directionOf,
  inLanguage,
  negotiateLanguage,
} from '../../../web/translation/languages.ts';
import { t } from '../../../web/translation/translate.ts';
import type { App } from '../../app.ts';
import { refusedRequests } from '../../logging/metrics.ts';
import type { Family } from '../family.ts';
import { isRead } from '../methods.ts';
import { strictTransport } from '../security-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Releases the request's slot. */
    leave: (() => void) | undefined;
    /** Whether no slot was free. Such requests are only counted, not logged individually. */
    isTurnedAway: boolean;
  }
}

const retryAfter = 2;
/** Writes wait longer than reads, because people typed them. */
const writeMaxWait = 5;
const busy = () =>
  new Problem('unavailable', msg('The server is busy. Try again shortly.'), {
    retryAfter,
  });

/** Whether the request needs a slot: pages and API operations do, files and metrics do not. */
const isWork = ({ routeOptions: { config } }: FastifyRequest) =>
  config.pages === true || config.endpoint !== undefined;

/**
 * Limits the number of concurrent requests, separately for reads and writes. Requests share the process and
 * its connections, so beyond the limit it is better to reject them immediately than to slow down all. A
 * request holds a slot from its complete arrival to the start of its response, so slow clients hold none. Requests that
 * `yields` names leave half of the slots to people.
 */
export function limitConcurrency(
  server: FastifyInstance,
  app: App,
  service: string,
  familyAt: (url: string) => Family | undefined,
  yields: (request: FastifyRequest) => boolean = () => false,
): void {
  const { CONCURRENT_READS, CONCURRENT_WRITES, REQUEST_QUEUE_LIMIT, REQUEST_QUEUE_TIMEOUT } = app.config;
  const bounds = { waiting: REQUEST_QUEUE_LIMIT, maxWait: REQUEST_QUEUE_TIMEOUT };
  const reads = createConcurrencyLimit({ ...bounds, atOnce: CONCURRENT_READS });
  const writes = createConcurrencyLimit({
    ...bounds,
    atOnce: CONCURRENT_WRITES,
    maxWait: REQUEST_QUEUE_TIMEOUT * writeMaxWait,
  });

  const enter = (request: FastifyRequest, reply: FastifyReply, done: () => void) => (leave: () => void) => {
    // The client disconnected while waiting.
    if (reply.raw.destroyed) {
      leave();
      return;
    }
    request.leave = leave;
    reply.raw.once('close', leave);
    done();
  };

  server.decorateRequest('leave', undefined);
  server.decorateRequest('isTurnedAway', false);
  /** Before almost all processing: who calls, with what, is not read. */
  const turnAway = (request: FastifyRequest, reply: FastifyReply) => {
    refusedRequests.inc({ service, kind: isRead(request) ? 'read' : 'write' });
    request.isTurnedAway = true;
    const language = negotiateLanguage(request.headers['accept-language']);
    inLanguage(language, () => rejectFast(app, familyAt(request.url), reply));
  };
  server.addHook('onRequest', (request, reply, done) => {
    if (!isWork(request)) return done();
    const limit = isRead(request) ? reads : writes;
    const pass = () =>
      limit.pass(enter(request, reply, done), () => turnAway(request, reply), yields(request));
    if (limit === reads) return pass();
    // Most forms arrive with their head. One that is still arriving gets its slot when it is there.
    setImmediate(() => (request.raw.complete ? pass() : done()));
  });
  server.addHook('preHandler', (request, reply, done) => {
    if (isRead(request) || !isWork(request) || request.leave) return done();
    writes.pass(enter(request, reply, done), () => {
      refusedRequests.inc({ service, kind: 'write' });
      done(busy());
    });
  });
  server.addHook('onSend', (request, _reply, _payload, done) => {
    request.leave?.();
    done();
  });
}

/**
 * Requests to other hosts, before which a request gives up its slot: a host that strangers choose and that never answers
 * could otherwise hold all of them.
 */
export const withoutSlot = (outbound: App['outbound'], request: FastifyRequest): App['outbound'] => ({
  ...outbound,
  fetch: (url, options) => {
    request.leave?.();
    return outbound.fetch(url, options);
  },
});

/** Bypasses the usual response hooks, so that it costs almost nothing. */
function rejectFast(app: App, family: Family | undefined, reply: FastifyReply): void {
  const body = family ? JSON.stringify(family.refuse(app, busy())) : page();
  reply.hijack();
  reply.raw.writeHead(503, {
    'content-type': family ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'retry-after': String(retryAfter),
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    ...(app.config.secureCookies && {
      'strict-transport-security': `max-age=${strictTransport.maxAge}`,
    }),
    ...(family && { 'access-control-allow-origin': '*' }),
  });
  reply.raw.end(body);
}

const page =
  () => `<!doctype html><html lang="${currentLanguage()}" dir="${directionOf(currentLanguage())}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${t('Busy')}</title><h1>${t('Busy')}</h1><p>${t(busy().text)}.</p></html>
`;

/** Runs a limited number at once. A limited number of others wait for a limited time. */
interface ConcurrencyLimit {
  /**
   * Calls `enter` with the function that releases the slot, or `refuse`. Calls immediately if a slot is free
   * or the queue is full. A request that yields takes no slot of the last half, and never waits.
   */
  pass(enter: (leave: () => void) => void, refuse: () => void, yields?: boolean): void;
}

interface ConcurrencyLimitOptions {
  atOnce: number;
  waiting: number;
  /** In milliseconds. */
  maxWait: number;
}

interface Waiting {
  enter: () => void;
  timer: NodeJS.Timeout;
}

/** A queue of up to this many rounds moves quickly enough for its last entry. */
const shortQueue = 4;

/**
 * A short queue is first in, first out. A long one serves the newest request first: under overload, in order
 * of arrival all responses would be late, and many would be in vain.
 */
export function createConcurrencyLimit({
  atOnce,
  waiting: maxWaiting,
  maxWait,
}: ConcurrencyLimitOptions): ConcurrencyLimit {
  let inside = 0;
  const waiting: Waiting[] = [];

  const leaveOnce = () => {
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      inside -= 1;
      const next = waiting.length <= shortQueue * atOnce ? waiting.shift() : waiting.pop();
      if (!next) return;
      clearTimeout(next.timer);
      next.enter();
    };
  };

  return {
    pass: (enter, refuse, yields = false) => {
      const go = () => {
        inside += 1;
        enter(leaveOnce());
      };
      if (yields && inside >= Math.ceil(atOnce / 2)) return refuse();
      if (inside < atOnce) return go();
      if (waiting.length >= maxWaiting) return refuse();
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(one), 1);
        refuse();
      }, maxWait).unref();
      const one = { enter: go, timer };
      waiting.push(one);
    },
  };
}
