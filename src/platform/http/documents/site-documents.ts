import type { FastifyInstance } from 'fastify';
import { days } from '../../../kernel/time.ts';
import type { App } from '../../app.ts';
import type { Product } from '../../../web/product.ts';

/** Serves `security.txt` (RFC 9116) and a product's web app manifest. */
export function siteDocuments({ config, clock }: App, { brand, home }: Product, base: string) {
  const hidden = { schema: { hide: true } };
  return (server: FastifyInstance): void => {
    server.get('/.well-known/security.txt', hidden, (_request, reply) => {
      const expires = new Date(clock.now().getTime() + days(90));
      return reply
        .header('cache-control', 'public, max-age=86400')
        .type('text/plain; charset=utf-8')
        .send(
          [
            `Contact: ${config.SECURITY_CONTACT || `${config.plazaUrl}/contact`}`,
            `Expires: ${expires.toISOString()}`,
            'Preferred-Languages: en',
            `Canonical: ${base}/.well-known/security.txt`,
            '',
          ].join('\n'),
        );
    });
    server.get('/manifest.webmanifest', hidden, (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=86400')
        .type('application/manifest+json; charset=utf-8')
        .send(
          JSON.stringify({
            id: '/',
            name: brand.name,
            short_name: brand.name,
            start_url: home.href,
            scope: '/',
            display: 'standalone',
            icons: [
              { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
              { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
              { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
            ],
          }),
        ),
    );
  };
}
