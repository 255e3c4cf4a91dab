import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { createCertificate } from './certificates.ts';
import { startTlsFront, type TlsFront } from './tls-front.ts';

interface Reply {
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
}

/** A faultless site, until a test breaks it. */
export interface Site {
  tls: Parameters<typeof startTlsFront>[2];
  isHttp1: boolean;
  /** Response headers of the page. */
  headers: Record<string, string | string[]>;
  /** Elements in the page's head, followed by its body. */
  head: string[];
  body: string;
  html: string;
  status: number;
  plain: { status: number; location: (path: string) => string };
  isCompressed: boolean;
  /** Other documents by path. */
  files: Record<string, Reply | undefined>;
  /** Responses to requests for Markdown, by crawlers, and from other origins. */
  asked: { markdown: Reply; crawler: number | undefined; foreign: Record<string, string> };
  unknown: number;
}

const text = (body: string, type = 'text/plain; charset=utf-8'): Reply => ({
  status: 200,
  headers: { 'content-type': type },
  body,
});
export const json = (value: unknown, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

const paragraph =
  '<p>Bread is flour, water, salt and time; the last of them is what bakers are paid for.</p>';

export async function goodSite(base: string): Promise<Site> {
  return {
    tls: { ...(await createCertificate()), minVersion: 'TLSv1.2' },
    isHttp1: false,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'content-security-policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=()',
      'cross-origin-opener-policy': 'same-origin',
      'alt-svc': 'h3=":443"',
      'set-cookie': 'session=1; Secure; HttpOnly; SameSite=Lax',
      link: '</llms.txt>; rel="describedby"',
    },
    head: [
      '<title>Bread</title>',
      '<meta name="description" content="Bread and how it is made">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      '<meta property="og:title" content="Bread"><meta property="og:image" content="/b.png"><meta property="og:type" content="website">',
      `<link rel="canonical" href="${base}/">`,
      `<link rel="alternate" hreflang="de" href="${base}/de">`,
      '<link rel="icon" href="/icon.svg"><link rel="stylesheet" href="/main.css">',
      '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"Bakery"}</script>',
    ],
    body: `<h1>Bread</h1><h2>How</h2>${paragraph.repeat(12)}<a href="/recipes">All recipes</a><img src="/b.png" alt="A loaf">`,
    html: '<html lang="en">',
    status: 200,
    plain: { status: 301, location: (path) => `${base}${path}` },
    isCompressed: true,
    files: {
      '/robots.txt': text(
        `User-agent: *\nAllow: /\nContent-Signal: search=yes, ai-train=no\nSitemap: ${base}/sitemap.xml\n`,
      ),
      '/sitemap.xml': text(
        `<urlset><url><loc>${base}/</loc><lastmod>2026-01-01</lastmod></url></urlset>`,
        'application/xml',
      ),
      '/llms.txt': text('# Bakery\n\nAll that there is to know about bread. [Recipes](/recipes)\n'),
      '/icon.svg': text('<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'),
      '/main.css': {
        ...text('p{}', 'text/css'),
        headers: { 'content-type': 'text/css', 'cache-control': 'max-age=600' },
      },
      '/.well-known/security.txt': text('Contact: mailto:a@example.com\n'),
      '/.well-known/api-catalog': json({
        linkset: [{ anchor: `${base}/v1`, 'service-desc': [{ href: '/openapi.json' }] }],
      }),
      '/openapi.json': json({ openapi: '3.1.0', info: {}, paths: {} }),
      '/.well-known/oauth-protected-resource': json({
        resource: `${base}/v1`,
        authorization_servers: [base],
      }),
      '/.well-known/oauth-authorization-server': json({
        issuer: base,
        token_endpoint: `${base}/token`,
        agent_auth: { skill: 'a', register_uri: 'b', claim_uri: 'c' },
      }),
      '/v1': {
        status: 401,
        headers: {
          'www-authenticate': `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource"`,
        },
        body: '',
      },
      '/auth.md': text('# auth.md\n\nHow agents get in.\n', 'text/markdown'),
      '/.well-known/agent-card.json': json({
        name: 'Bakery',
        description: 'Bakes',
        version: '1',
        url: base,
        capabilities: {},
        defaultInputModes: [],
        defaultOutputModes: [],
        skills: [],
      }),
      '/.well-known/mcp/server-card.json': json({ name: 'Bakery' }),
      '/.well-known/agent-skills/index.json': json({
        skills: [{ name: 'bake', digest: `sha256:${'0'.repeat(64)}` }],
      }),
      '/.well-known/x402': json({ accepts: [] }),
      '/.well-known/http-message-signatures-directory': json({ keys: [{}] }),
    },
    asked: {
      markdown: {
        status: 200,
        headers: { 'content-type': 'text/markdown; charset=utf-8', vary: 'Accept' },
        body: '# Bread\n',
      },
      crawler: undefined,
      foreign: {},
    },
    unknown: 404,
  };
}

/** Serves a site. It may be changed while it is served, except for its TLS. */
export function serveSite(site: Site, port: number): Promise<TlsFront> {
  const secure: RequestListener = (request, response) => {
    const { status, headers, body } = replyTo(site, request.url ?? '/', request.headers);
    response.writeHead(status, headers).end(body);
  };
  const plain: RequestListener = (request, response) => {
    const { status, location } = site.plain;
    if (status === 200) secure(request, response);
    else response.writeHead(status, { location: location(request.url ?? '/') }).end();
  };
  return startTlsFront(secure, plain, site.tls, { port, isHttp1: site.isHttp1 });
}

function replyTo(
  site: Site,
  path: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): { status: number; headers: Reply['headers']; body: string | Buffer } {
  const file = site.files[path];
  if (file) return file;
  if (path !== '/')
    return { status: site.unknown, headers: { 'content-type': 'text/html' }, body: 'Page not found' };
  if (headers.accept === 'text/markdown') return site.asked.markdown;
  const isCrawler = /GPTBot|ClaudeBot|PerplexityBot/.test(String(headers['user-agent']));
  const foreign = headers.origin ? site.asked.foreign : {};
  const page = `<!doctype html>${site.html}<head>${site.head.join('')}</head><body>${site.body}</body></html>`;
  const encoding = site.isCompressed && { 'content-encoding': 'gzip', vary: 'Accept-Encoding' };
  return {
    status: isCrawler ? (site.asked.crawler ?? site.status) : site.status,
    headers: { ...encoding, ...site.headers, ...foreign },
    body: site.isCompressed ? gzipSync(page) : page,
  };
}
