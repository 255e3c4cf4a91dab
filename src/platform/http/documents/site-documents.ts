import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { missing } from '../../../kernel/problem.ts';
import { sameSecret } from '../../../kernel/secrets.ts';
import { days, seconds } from '../../../kernel/time.ts';
import { maskableTile } from '../../../web/components/brand.ts';
import type { Brand, OwnBrand, Product } from '../../../web/product.ts';
import type { App } from '../../app.ts';
import { knownMigrations } from '../../database/migration-files.ts';
import { loadSharp } from '../../files/sharp.ts';
import { metricsOfAll, metricsType } from '../../logging/metrics.ts';
import { getOwnBrand } from '../../settings/branding.ts';
import type { Config } from '../../settings/config.ts';

/** Serves `security.txt` (RFC 9116) and a product's web app manifest. */
export function siteDocuments(
  app: App,
  { brand, home, shareTo, shortcuts }: Product,
  base: string,
  own: (app: App) => Promise<OwnBrand> = () => Promise.resolve({}),
) {
  const { config, clock } = app;
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
    const drawn = new Map<string, Promise<Buffer>>();
    server.get(maskable, hidden, async (_request, reply) => {
      const look = await own(app);
      const key = look.logoFile ?? '';
      const picture = drawn.get(key) ?? drawMaskable(app, brand, look);
      // Only the current logo.
      if (!drawn.has(key)) drawn.clear();
      drawn.set(key, picture);
      picture.catch(() => drawn.delete(key));
      return reply
        .header('cache-control', 'public, max-age=86400')
        .type('image/png')
        .send(await picture);
    });
    server.get('/manifest.webmanifest', hidden, async (_request, reply) => {
      const { name = brand.name } = await own(app);
      return reply
        .header('cache-control', 'public, max-age=86400')
        .type('application/manifest+json; charset=utf-8')
        .send(
          JSON.stringify({
            id: '/',
            name,
            short_name: name,
            start_url: home.href,
            scope: '/',
            display: 'standalone',
            theme_color: brand.tile.ground,
            background_color: '#fdfcfa',
            share_target: {
              action: shareTo,
              method: 'GET',
              params: { title: 'title', text: 'text', url: 'url' },
            },
            shortcuts: shortcuts.map((each) => ({
              ...each,
              icons: [{ src: '/icon-192.png', sizes: '192x192' }],
            })),
            icons: [
              { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
              { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
              { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
              { src: maskable, type: 'image/png', sizes: `${size}x${size}`, purpose: 'maskable' },
            ],
          }),
        );
    });
  };
}

const maskable = '/icon-maskable.png';
/** In pixels. */
const size = 512;
/** What every shape of a phone shows: https://www.w3.org/TR/appmanifest/#icon-masks. */
const safe = Math.floor(size * 0.56);

/** Draws the icon of the installed app: the operator's logo on white, or our symbol. */
async function drawMaskable(app: App, brand: Brand, { logoFile }: OwnBrand): Promise<Buffer> {
  const sharp = await loadSharp();
  const file = logoFile === undefined ? undefined : await app.files.read(logoFile);
  if (!file)
    return sharp(Buffer.from(maskableTile(brand)), { density: (72 * size) / 32 })
      .resize(size, size)
      .png()
      .toBuffer();
  const logo = await sharp(Buffer.concat(await file.stream.toArray()))
    .resize({ width: safe, height: safe, fit: 'inside' })
    .png()
    .toBuffer();
  return sharp({ create: { width: size, height: size, channels: 3, background: '#fff' } })
    .composite([{ input: logo }])
    .png()
    .toBuffer();
}

/** Serves the style sheet of the operator's color and font. Its URL changes with its content. */
export const brandRoutes =
  (app: App) =>
  (server: FastifyInstance): void => {
    server.get('/brand.css', { schema: { hide: true } }, async (request, reply) => {
      const { style } = await getOwnBrand(app);
      // While it changes, this process may have another version than the page that asks for one.
      const isAsked = style?.href === request.url;
      return reply
        .header('cache-control', isAsked ? 'public, max-age=31536000, immutable' : 'no-cache')
        .type('text/css; charset=utf-8')
        .send(style?.css ?? '');
    });
  };

/** Adds endpoints for liveness, readiness and metrics, which are not part of any API. */
export function addOperations(server: FastifyInstance, app: App): void {
  const hidden = { schema: { hide: true } };
  server.get('/healthz', hidden, () => ({ status: 'ok' }));
  server.get<{ Querystring: { without?: string } }>('/readyz', hidden, async (request, reply) => {
    const reason = server.isStopping() ? 'shutdown' : await findUnready(app);
    if (reason === undefined) return { status: 'ready' };
    if (reason === 'database' && request.query.without === 'database')
      return { status: 'ready', without: 'database' };
    return reply.status(503).header('retry-after', 2).send({ status: 'waiting', for: reason });
  });
  server.get('/metrics', hidden, async (request, reply) => {
    // Behind a proxy that is not configured, all requests have the proxy's address.
    const isSenderKnown = app.config.TRUST_PROXY !== '' || request.headers['x-forwarded-for'] === undefined;
    const isOperator = hasToken(app.config, request.headers.authorization);
    if (!isOperator && !(isSenderKnown && isPrivate(request.ip))) throw missing('Page');
    return reply.type(metricsType).send(await metricsOfAll());
  });
}

/** Probes of proxies give up soon, and take a late answer for a dead process. */
const probePatience = seconds(2);

/**
 * Why a process cannot serve: no database, or one that a newer version has migrated so that this one cannot use it. Without
 * the database it serves known links and cached pages.
 */
async function findUnready({ db }: App): Promise<'database' | 'upgrade' | undefined> {
  const asked = sql`
    select from public.migration where not is_compatible and name <> all (${[...knownMigrations]}) limit 1`.execute(
    db,
  );
  const answered = asked.then(
    ({ rows }) => (rows.length > 0 ? 'upgrade' : undefined),
    () => 'database' as const,
  );
  return Promise.race([answered, sleep(probePatience, 'database' as const, { ref: false })]);
}

/** Whether the request is authorized with METRICS_TOKEN. */
function hasToken({ METRICS_TOKEN }: Pick<Config, 'METRICS_TOKEN'>, authorization = ''): boolean {
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (METRICS_TOKEN === '' || token === undefined) return false;
  return sameSecret(token, METRICS_TOKEN);
}

/** Metrics are restricted to private networks and METRICS_TOKEN. */
const isPrivate = (address: string) =>
  /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|::ffff:127\.|::ffff:10\.|f[cd])/.test(address);
