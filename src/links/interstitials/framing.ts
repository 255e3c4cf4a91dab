import { LRUCache } from 'lru-cache';
import { minutes, seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { outboundAgent } from '../product.ts';

type FramingApp = Pick<App, 'outbound' | 'config'>;

const cache = new LRUCache<string, boolean>({ max: 5000, ttl: minutes(15) });
const pendingChecks = new Map<string, Promise<boolean>>();
/** Beyond this limit, visitors are redirected directly instead of waiting. */
const maxAtOnce = 20;

/**
 * Whether a page allows framing by `by`, according to the site's headers. Cached for 15 minutes. Returns
 * false if unknown, because opening the page directly always works.
 */
export function checkFraming(app: FramingApp, to: string, by: string): Promise<boolean> {
  const target = URL.parse(to);
  // Browsers block http pages in https frames.
  if (
    !target ||
    !/^https?:$/.test(target.protocol) ||
    (by.startsWith('https:') && target.protocol === 'http:')
  )
    return Promise.resolve(false);
  target.hash = '';
  const key = `${new URL(by).origin} ${target.href}`;
  const answer = cache.get(key);
  if (answer !== undefined) return Promise.resolve(answer);
  const pending = pendingChecks.get(key);
  if (pending) return pending;
  if (pendingChecks.size >= maxAtOnce) return Promise.resolve(false);
  const asking = ask(app, target.href, by)
    .then((result) => {
      cache.set(key, result);
      return result;
    })
    .finally(() => pendingChecks.delete(key));
  pendingChecks.set(key, asking);
  return asking;
}

async function ask({ outbound, config }: FramingApp, to: string, by: string): Promise<boolean> {
  try {
    const { url, status, headers } = await outbound.fetch(to, {
      within: seconds(3),
      max: 1024,
      longer: 'cut',
      headers: { accept: 'text/html,*/*;q=0.1', ...outboundAgent(config) },
    });
    return (
      status < 400 &&
      (!by.startsWith('https:') || url.startsWith('https:')) &&
      mayBeFramed(headers, { at: url, by })
    );
  } catch {
    // Unreachable, too slow or blocked. Falls back to a redirect.
    return false;
  }
}

/** Whether a page with these headers allows framing by the origin `by`. Header names are lower case. */
export function mayBeFramed(
  headers: Readonly<Record<string, string | string[]>>,
  { at, by }: { at: string; by: string },
): boolean {
  const policies = listOf(headers['content-security-policy']).flatMap((text) => text.split(','));
  const ancestors = policies.flatMap(ancestorsIn);
  // Every policy must allow it. If one has `frame-ancestors`, browsers ignore X-Frame-Options.
  if (ancestors.length > 0)
    return ancestors.every((sources) => sources.some((each) => matches(each, at, by)));
  const options = listOf(headers['x-frame-options']).flatMap((text) => text.toLowerCase().split(','));
  return !options.some((option) => ['deny', 'sameorigin'].includes(option.trim()));
}

const listOf = (value: string | string[] | undefined): readonly string[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

/** Returns the sources of the first `frame-ancestors` directive in a policy. */
function ancestorsIn(policy: string): string[][] {
  for (const directive of policy.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/);
    if (name.toLowerCase() === 'frame-ancestors') return [sources.map((source) => source.toLowerCase())];
  }
  return [];
}

function matches(source: string, at: string, by: string): boolean {
  const us = new URL(by);
  if (source === '*') return true;
  if (source === "'self'") return new URL(at).origin === us.origin;
  if (/^https?:$/.test(source)) return source === us.protocol;
  const [, scheme, host = '', port] =
    /^(?:(https?):\/\/)?([^/:']+)(?::(\d+|\*))?(?:\/.*)?$/.exec(source) ?? [];
  if (scheme !== undefined && `${scheme}:` !== us.protocol) return false;
  if (port !== undefined && port !== '*' && port !== (us.port || (us.protocol === 'https:' ? '443' : '80')))
    return false;
  if (port === undefined && us.port !== '') return false;
  return host.startsWith('*.') ? us.hostname.endsWith(host.slice(1)) : host === us.hostname;
}
