import type { FastifyReply, FastifyRequest } from 'fastify';
import { seconds } from '../../../kernel/time.ts';
import type { App } from '../../app.ts';
import type { Endpoint, StreamAnswer } from '../endpoint.ts';
import type { Family } from '../family.ts';
import { toProblem } from '../input/field-errors.ts';

/** How often the credentials of an open stream are checked. */
const checkEvery = seconds(5);

/**
 * Sends a stream, which proxies neither store nor collect before they pass it on. It ends soon after the
 * credentials of its caller do.
 */
export function sendStream(
  app: App,
  family: Family,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body }: StreamAnswer,
): FastifyReply {
  const timer = setInterval(() => void endIfRefused(), checkEvery).unref();
  body.once('close', () => clearInterval(timer));
  return reply
    .headers({ 'content-type': type, 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    .send(body);

  async function endIfRefused(): Promise<void> {
    try {
      const caller = await family.identify(app, request, endpoint.access);
      if (family.refuseCaller?.(caller, endpoint)) body.destroy();
    } catch (error) {
      // A database that is away says nothing about the credentials.
      if (toProblem(error).status < 500) body.destroy();
    }
  }
}
