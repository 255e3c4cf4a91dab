import { fastify } from 'fastify';

/**
 * Baseline of the quote benchmark: Fastify returning JSON of the same size as a quote, with the headers of
 * every response of the service.
 */

const [port, bytes, headers] = process.argv.slice(2);
const around = { x402Version: 1, error: 'Payment required', accepts: [{ about: '' }] };
const about = 'x'.repeat(Math.max(0, Number(bytes) - JSON.stringify(around).length));
const quote = { ...around, accepts: [{ about }] };
const shared = JSON.parse(headers ?? '{}') as Record<string, string>;
const server = fastify();
server.get('/', (_request, reply) => {
  reply.headers(shared);
  return quote;
});
await server.listen({ host: '127.0.0.1', port: Number(port) });
