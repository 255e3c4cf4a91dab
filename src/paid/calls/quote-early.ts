import { parse as parseQuery } from 'fast-querystring';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Type } from 'typebox';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { type AnswerEarly, sharedHeaders } from '../../platform/http/cache/send-early.ts';
import { codeOf, oauthFamily } from '../../platform/http/families/agents.ts';
import type { Family } from '../../platform/http/family.ts';
import { dropBlankQuery } from '../../platform/http/mount.ts';
import { addressKey, type LimitRule } from '../../platform/limits.ts';
import type { PaidOperation } from '../operation.ts';
import type { PaymentRequired } from '../quotes/payment-required.ts';
import { PricedCall, quoteCall } from './priced-call.ts';
import { unpaid } from './serve-call.ts';
import { t } from '../../web/translation/translate.ts';

/** Answers quotes before Fastify has seen the request. */
interface EarlyQuotes {
  answer: AnswerEarly;
  /** Adds an operation to those answered early. */
  add: (operation: PaidOperation) => void;
  /** Copies the headers of all quotes from one that Fastify has sent. */
  learnHeaders: (request: FastifyRequest, reply: FastifyReply) => void;
}

/**
 * Answers quotes before Fastify handles the request. Most requests for a paid call carry no payment:
 * directories and crawlers request the price, and buyers do before they pay. If the price depends on nothing
 * stored, such a request gets its quote immediately. Requests with a payment, a body or invalid input are left to Fastify,
 * which uses the same function for quotes.
 */
export function quoteEarly(app: App, send: FastifyInstance['sendEarly']): EarlyQuotes {
  const quotable = new Map<string, PaidOperation>();
  const rule = paidLimit(app);
  let shared: string[] | undefined;
  return {
    answer: (request, response, pass) => {
      const [, path = '', queryText = ''] = plainAddress.exec(request.url ?? '') ?? [];
      const operation = quotable.get(path);
      const method = operation && plainMethod(request);
      if (!shared || !method) return false;
      const query = queryText === '' ? {} : parseQuery(queryText);
      dropBlankQuery({ query });
      const call = new PricedCall(app, operation, { method, path, query, body: {} });
      // Invalid input is refused by Fastify instead.
      if (!isPlainlyValid(call)) return false;
      const head = shared;
      send(request, response, pass, rule, () => {
        const quote = quoteCall(app, call, unpaid);
        const answer = ({ header, body }: PaymentRequired) => ({
          status: 402,
          route: path,
          head: [...head, 'payment-required', header, 'content-length', String(body.length)],
          body,
        });
        return quote instanceof Promise ? quote.then(answer) : answer(quote);
      });
      return true;
    },
    add: (operation) => {
      if (!operation.items) quotable.set(operation.path, operation);
    },
    learnHeaders: ({ headers: { origin } }, reply) => {
      if (shared || reply.statusCode !== 402 || origin !== undefined) return;
      const headers = sharedHeaders(reply.getHeaders());
      shared = headers.filter(([name]) => name !== 'payment-required').flat();
    },
  };
}

/** Whether the input is valid by its shape alone. */
function isPlainlyValid(call: PricedCall): boolean {
  if (!call.hasInput) return true;
  if (call.operation.check) return false;
  try {
    const input: unknown = call.input;
    return input !== undefined;
  } catch {
    return false;
  }
}

/** Addresses that Fastify rejects or parses differently do not match. */
const plainAddress = /^(\/[\w/-]+)(?:\?((?:(?!%00)[^#])*))?$/;

/** Headers of requests that are handled differently: with a payment, an identity, or a body. */
const others = [
  'payment-signature',
  'x-payment',
  'x-wallet-payment',
  'sign-in-with-x',
  'authorization',
  'cookie',
  'origin',
  'upgrade',
  'content-type',
  'transfer-encoding',
];

/** Returns the method of a call without a body or payment, or undefined for other requests. */
function plainMethod({ method = '', headers }: IncomingMessage): 'GET' | 'POST' | undefined {
  if (others.some((name) => headers[name] !== undefined)) return undefined;
  if ((headers['content-length'] ?? '0') !== '0') return undefined;
  // A HEAD is quoted as a GET.
  return method === 'HEAD' ? 'GET' : method === 'GET' || method === 'POST' ? method : undefined;
}

/**
 * Rate limit of paid calls and quotes. Counted per process, because a quote costs less than a statement that
 * counts it.
 */
const paidLimit = ({ config }: Pick<App, 'config'>): LimitRule => ({
  name: 'paid:address',
  calls: config.X402_CALL_LIMIT,
  within: minutes(1),
  local: true,
});

/**
 * Paid calls: the bare body without an account. An error without a quote is `{ error, error_description }`
 * and names the invalid field.
 */
export const paidFamily: Family = {
  ...oauthFamily,
  name: 'paid',
  refuse: (_app, problem) => ({
    error: codeOf(problem),
    error_description: t(problem.text),
    ...(problem.field && { field: problem.field }),
  }),
  refusal: Type.Object({
    error: Type.String(),
    error_description: Type.String(),
    field: Type.Optional(Type.String({ description: 'The invalid parameter' })),
  }),
  limit: (app, _caller, address) => ({ rule: paidLimit(app), key: addressKey(address) }),
};
