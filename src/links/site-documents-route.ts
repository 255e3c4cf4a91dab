import type { FastifyInstance } from 'fastify';
import { apiCatalogOf } from '../kernel/doors.ts';
import type { App } from '../platform/app.ts';

const rules = `# Crawlers may follow short links and public pages. Pages behind sign-in have nothing to index.
User-agent: *
Disallow: /api/
Disallow: /dashboard
Disallow: /settings
Disallow: /operator
Disallow: /report
Disallow: /r/
Content-Signal: search=yes, ai-input=yes, ai-train=no
`;

/**
 * Serves `/robots.txt`, also on branded domains, and on Hop's own domain other well-known documents, such as
 * a `guide` and the `others` by path.
 */
export function siteDocumentRoutes(
  server: FastifyInstance,
  { config, clock }: Pick<App, 'config' | 'clock'>,
  guide: string,
  others: Readonly<Record<string, object>>,
): void {
  const started = clock.now().toISOString().slice(0, 10);
  const base = config.hopUrl;
  const documents = [
    { path: '/robots.txt', type: 'text/plain', text: rules, isEverywhere: true },
    {
      path: '/.well-known/api-catalog',
      type: 'application/linkset+json',
      text: JSON.stringify(apiCatalogOf('hop', base)),
    },
    { path: '/llms.txt', type: 'text/plain', text: guide },
    ...Object.entries(others).map(([path, document]) => ({
      path,
      type: 'application/json',
      text: JSON.stringify(document),
    })),
    {
      path: '/sitemap.xml',
      type: 'application/xml',
      text: `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${base}/</loc><lastmod>${started}</lastmod></url></urlset>
`,
    },
  ];
  for (const { path, type, text, isEverywhere = false } of documents)
    server.get(path, { schema: { hide: true } }, (request, reply) => {
      if (!isEverywhere && request.host !== new URL(base).host) {
        reply.callNotFound();
        return reply;
      }
      return reply
        .type(`${type}; charset=utf-8`)
        .header('cache-control', 'public, max-age=3600')
        .header('x-content-type-options', 'nosniff')
        .send(text);
    });
}
