import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { findAgent } from '../../src/agents/identity/tokens.ts';
import { identifySocial } from '../../src/identity/sessions/identify.ts';
import { missing } from '../../src/kernel/problem.ts';
import { mountPaid } from '../../src/paid/calls/mount-paid.ts';
import { paidFamily } from '../../src/paid/calls/quote-early.ts';
import { paidOperation, byItems, fixed, type PaidOperation } from '../../src/paid/operation.ts';
import type { App } from '../../src/platform/app.ts';
import type { Site } from '../../src/platform/http/families/page.ts';
import { createServer } from '../../src/platform/http/server.ts';
import { plaza } from '../../src/social/product.ts';

/** Starts a server with paid calls only. Close it afterwards. */
export async function paidServer(app: App, operations: readonly PaidOperation[]): Promise<FastifyInstance> {
  const site = { product: plaza, base: app.config.plazaUrl, other: app.config.hopUrl } as Site;
  const server = await createServer(app, { site, families: [{ prefix: '/api', family: paidFamily }] });
  await mountPaid(server, app, operations, { identify: identifySocial(findAgent) });
  return server;
}

const echoOutput = Type.Object({ said: Type.String(), times: Type.Integer() });

/** A call with a fixed price that counts its responses. `missing` is not found. */
export function echo() {
  const answered: string[] = [];
  const operation = paidOperation({
    path: '/api/echo',
    title: 'Echo',
    summary: 'Echo the text',
    tag: 'Paid calls',
    price: fixed(),
    input: Type.Object({
      text: Type.String({ default: 'hello', maxLength: 100 }),
      times: Type.Integer({ default: 1, minimum: 1, maximum: 10 }),
    }),
    output: echoOutput,
    example: { input: { text: 'hello' }, output: { said: 'hello', times: 1 } },
    answer: (_app, { text, times }) => {
      answered.push(text);
      if (text === 'missing') throw missing('Text');
      return Promise.resolve({ said: text, times });
    },
  });
  return { operation, answered };
}

/** A list of the first `count` numbers. */
export const numbers = (count: number) =>
  paidOperation({
    path: '/api/numbers',
    title: 'Numbers',
    summary: 'List the first whole numbers',
    tag: 'Paid calls',
    price: byItems(),
    input: Type.Object({ limit: Type.Integer({ default: 20, minimum: 1, maximum: 100 }) }),
    output: Type.Object({ data: Type.Array(Type.Integer()) }),
    example: { input: { limit: 2 }, output: { data: [0, 1] } },
    items: (_app, { limit }) => Math.min(limit, count),
    answer: (_app, { limit }) =>
      Promise.resolve({ data: Array.from({ length: Math.min(limit, count) }, (_, index) => index) }),
  });
