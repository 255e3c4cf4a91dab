import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../../app.ts';
import { addressKey } from '../../limits.ts';
import type { LimitRule, LimitState } from '../../limits.ts';
import { recordResponse } from '../../logging/log.ts';
import { createReadAddress } from '../client.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Tried in order, before Fastify sees a request. */
    earlyAnswers: AnswerEarly[];
    sendEarly: SendEarly;
  }
}

/** Responds before Fastify sees the request. Returns false to leave the request to Fastify. */
export type AnswerEarly = (request: IncomingMessage, response: ServerResponse, pass: () => void) => boolean;

/**
 * Sends the result of `create`. If the client is over its rate limit, calls `pass`, so Fastify rejects the
 * request.
 */
type SendEarly = (
  request: IncomingMessage,
  response: ServerResponse,
  pass: () => void,
  /** Counted only in memory, so counting costs as little as the response. */
  rule: LimitRule,
  create: () => EarlyAnswer | Promise<EarlyAnswer>,
) => void;

interface EarlyAnswer {
  status: number;
  /** Route pattern, for metrics. */
  route: string;
  /** Alternating names and values. */
  head: readonly string[];
  /** Text must be ASCII. Node.js sends it in one write with the head. */
  body: Buffer | string;
}

/**
 * Returns the client's request id if it is well-formed, so one id follows a request through proxies and logs.
 * Otherwise generates one.
 */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && /^[\w-]{8,64}$/.test(sent) ? sent : randomUUID();
}

/**
 * Sends the response in one write, and does what Fastify's hooks do for every request: rate limit, request
 * id, metrics and log.
 */
export function createSendEarly(app: App, { service, log }: { service: string; log: App['log'] }): SendEarly {
  const addressOf = createReadAddress(app.config);
  return (request, response, pass, rule, create) => {
    const begin = performance.now();
    const limit = app.limits.consumeHere(rule, addressKey(addressOf(request)));
    if (limit.exceeded) {
      pass();
      return;
    }
    const answer = ({ status, route, head, body }: EarlyAnswer) => {
      const id = requestId(request);
      response.writeHead(status, [...head, 'x-request-id', id, ...limitHeaders(limit)]);
      response.end(request.method === 'HEAD' ? undefined : body, 'latin1');
      const { method = '', url = '' } = request;
      const elapsed = performance.now() - begin;
      recordResponse(log, { service, method, url, route, status, elapsed, fields: { reqId: id } });
    };
    const fail = (error: unknown) => {
      log.error({ err: error }, 'a request could not be answered early');
      response.destroy();
    };
    try {
      const created = create();
      if (created instanceof Promise) created.then(answer).catch(fail);
      else answer(created);
    } catch (error) {
      fail(error);
    }
  };
}

const limitHeaders = ({ limit, remaining, resetAt }: LimitState): string[] => [
  'x-ratelimit-limit',
  String(limit),
  'x-ratelimit-remaining',
  String(remaining),
  'x-ratelimit-reset',
  String(Math.ceil(resetAt.getTime() / 1000)),
];

/** Headers of a single request, and those that depend on the body. */
const ofRequest =
  /^(x-request-id|x-ratelimit-.*|set-cookie|date|connection|keep-alive|transfer-encoding|content-length|content-encoding)$/;

/** The response headers from Fastify that are the same for every client. */
export const sharedHeaders = (
  headers: Readonly<Record<string, number | string | string[] | undefined>>,
): [name: string, value: string][] =>
  Object.entries(headers)
    .filter(([name, value]) => value !== undefined && !ofRequest.test(name))
    .map(([name, value]) => [name, String(value)]);
