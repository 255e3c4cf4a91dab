// The other side of the quotes' benchmark: Fastify answering with JSON of a quote's length.
import { fastify } from 'fastify';

const quote = { x402Version: 1, error: 'Payment required', accepts: [{ about: 'x'.repeat(1300) }] };
const server = fastify();
server.get('/', () => quote);
await server.listen({ host: '127.0.0.1', port: Number(process.argv[2]) });
