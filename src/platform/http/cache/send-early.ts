import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../../app.ts';
import { addressKey } from '../../limits.ts';
import type { LimitRule, LimitState } from '../../limits.ts';
import { recordResponse } from '../../logging/record-answer.ts';
import { createReadAddress } from '../proxies.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Asked in their order, before Fastify has seen a request. */
    earlyAnswers: AnswerEarly[];
    sendEarly: SendEarly;
  }
}

/** Answers before Fastify has seen the request. False: it is Fastify's. */
export type AnswerEarly = (request: IncomingMessage, response: ServerResponse, pass: () => void) => boolean;

/** Sends what `create` returns, unless the caller has asked for too much: then `pass` has it refused. */
type SendEarly = (
  request: IncomingMessage,
  response: ServerResponse,
  pass: () => void,
  /** Counted in memory alone, where a count costs as little as the answer. */
  rule: LimitRule,
  create: () => EarlyAnswer | Promise<EarlyAnswer>,
) => void;

interface EarlyAnswer {
  status: number;
  /** Pattern of the address, for figures. */
  route: string;
  /** Names and values by turns. */
  head: readonly string[];
  /** Text is ASCII: Node sends it in one piece with the head, without looking for more. */
  body: Buffer | string;
}

/** Ours when it looks harmless, so that one id follows a request through proxies and logs. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && /^[\w-]{8,64}$/.test(sent) ? sent : randomUUID();
}

/** Answers in one write, with what Fastify's hooks do for every request: count, name, note. */
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

/** Headers that are the same for every client, of those that Fastify has sent. */
export const sharedHeaders = (
  headers: Readonly<Record<string, number | string | string[] | undefined>>,
): [name: string, value: string][] =>
  Object.entries(headers)
    .filter(([name, value]) => value !== undefined && !ofRequest.test(name))
    .map(([name, value]) => [name, String(value)]);
