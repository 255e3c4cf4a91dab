import type { FastifyInstance } from 'fastify';

const text = `# Short links and public pages may be followed. What is behind a sign-in has nothing to index.
User-agent: *
Disallow: /api/
Disallow: /dashboard
Disallow: /settings
Disallow: /operator
Disallow: /report
Disallow: /r/
`;

/** `/robots.txt`, on branded domains too. */
export function robotsRoute(server: FastifyInstance): void {
  server.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .header('x-content-type-options', 'nosniff')
      .send(text),
  );
}
