import { formatNumber } from '../../../web/translation/translate.ts';
import type { Handshake } from '../../../platform/outbound/connections.ts';
import {
  type AuditCategory,
  type AuditCheck,
  fail,
  na,
  pass,
  unable,
  type AuditVerdict,
  warn,
} from '../audit.ts';
import { finalUrl, headerOf, isAnswer, resolve, withScheme } from '../visit.ts';
import type { SiteResponse, AuditClient, FailedRequest, SiteVisit } from '../visit.ts';

interface ProtocolFacts {
  handshake: Handshake | FailedRequest;
  /** A style sheet, script or picture on the page's origin, or undefined if it has none. */
  asset: SiteResponse | FailedRequest | undefined;
}

type Protocol = ProtocolFacts & { visit: SiteVisit };

/** Prefers assets that most pages load. */
const scripts = /\.(css|m?js)$/;
const pictures = /\.(png|svg|webp|avif|jpe?g|woff2?)$/;

async function gather(ask: AuditClient, visit: SiteVisit): Promise<ProtocolFacts> {
  const end = finalUrl(visit);
  const own = (visit.page?.resources ?? [])
    .map((address) => resolve(visit, address))
    .filter((url) => url?.origin === end.origin);
  const asset = [scripts, pictures]
    .map((kind) => own.find((url) => url && kind.test(url.pathname)))
    .find(Boolean);
  const [handshake, found] = await Promise.all([
    ask.handshake(withScheme(end, 'https:').href),
    asset ? ask.fetch(asset.href, { anyCertificate: true }) : undefined,
  ]);
  return { handshake, asset: found };
}

const withAnswer =
  (judge: (answer: SiteResponse, facts: Protocol) => AuditVerdict) =>
  (facts: Protocol): AuditVerdict => {
    const { answer } = facts.visit;
    return isAnswer(answer) ? judge(answer, facts) : unable(answer.problem.message);
  };

const smallest = 1024;
const isSmall = ({ text }: SiteResponse) => Buffer.byteLength(text) <= smallest;
const compressions = /\b(br|zstd|gzip|deflate)\b/;

const checks: readonly AuditCheck<Protocol>[] = [
  {
    id: 'http-2',
    title: 'HTTP/2',
    weight: 4,
    ref: 'https://developer.mozilla.org/en-US/docs/Glossary/HTTP_2',
    run: ({ handshake }) => {
      const fix = 'Enable HTTP/2 in the web server. Browsers require TLS for it.';
      if (!isAnswer(handshake)) return fail('No HTTPS, so no HTTP/2', fix);
      if (handshake.protocol === 'h2') return pass('Chosen by ALPN');
      return fail(`The server selects ${handshake.protocol || 'nothing'} with ALPN`, fix);
    },
  },
  {
    id: 'http-3',
    title: 'HTTP/3',
    weight: 2,
    ref: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Alt-Svc',
    run: withAnswer((answer) => {
      const value = headerOf(answer, 'alt-svc');
      if (/\bh3(-\d+)?=/.test(value)) return pass(`Alt-Svc: ${value}`);
      return warn('Not advertised', 'Offer HTTP/3 and advertise it with Alt-Svc: h3=":443".');
    }),
  },
  {
    id: 'compression',
    title: 'Compression',
    weight: 4,
    ref: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Compression',
    run: withAnswer((answer) => {
      const encoding = headerOf(answer, 'content-encoding');
      const sizes = `${formatNumber(answer.received)} of ${formatNumber(Buffer.byteLength(answer.text))} bytes`;
      if (compressions.test(encoding)) return pass(`${encoding}, ${sizes}`);
      if (isSmall(answer)) return na('The page is shorter than 1 KiB');
      return fail(`${sizes} uncompressed`, 'Compress HTML, CSS and scripts with Brotli or gzip.');
    }),
  },
  {
    id: 'vary',
    title: 'Vary: Accept-Encoding',
    weight: 1,
    ref: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Vary',
    run: withAnswer((answer) => {
      if (!compressions.test(headerOf(answer, 'content-encoding'))) return na('Not compressed');
      const value = headerOf(answer, 'vary');
      if (/accept-encoding|^\*$/i.test(value)) return pass(`Vary: ${value}`);
      return fail(
        value ? `Vary: ${value}` : 'Not sent',
        'Send Vary: Accept-Encoding, or caches serve compressed pages to clients that cannot read them.',
      );
    }),
  },
  {
    id: 'asset-caching',
    title: 'Static files can be cached',
    weight: 1,
    ref: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Caching',
    run: ({ asset }) => {
      if (!asset) return na('The page loads no static files from its own host');
      if (!isAnswer(asset)) return unable(asset.problem.message);
      const control = headerOf(asset, 'cache-control');
      const age = Number(/max-age=(\d{1,12})/.exec(control)?.[1] ?? 0);
      const seen = `${new URL(asset.url).pathname}: ${control || 'no Cache-Control'}`;
      if (!control.includes('no-store') && (age > 0 || headerOf(asset, 'expires') !== '')) return pass(seen);
      const fix =
        'Send Cache-Control: public, max-age=31536000, immutable for files with a hash in their name.';
      if (headerOf(asset, 'etag') || headerOf(asset, 'last-modified'))
        return warn(`${seen}, revalidated each time`, fix);
      return fail(seen, fix);
    },
  },
  {
    id: 'first-byte',
    title: 'Time to first byte',
    weight: 2,
    ref: 'https://web.dev/articles/ttfb',
    run: withAnswer(({ hops }) => {
      const waited = Math.round(hops.at(-1)?.waited ?? 0);
      const seen = `${waited} ms, connection and TLS included, measured once`;
      const fix = 'Cache the page close to its visitors, and find out what slows the server down.';
      if (waited < 800) return pass(seen);
      return waited < 1800 ? warn(seen, fix) : fail(seen, fix);
    }),
  },
];

export const protocolCategory: AuditCategory<ProtocolFacts> = {
  id: 'protocol',
  title: 'Protocol and compression',
  weight: 10,
  gather,
  checks,
};
