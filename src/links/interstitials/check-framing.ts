import { LRUCache } from 'lru-cache';
import { minutes, seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { outboundAgent } from '../outbound-agent.ts';
import { mayBeFramed } from './may-be-framed.ts';

type Asker = Pick<App, 'outbound' | 'config'>;

const cache = new LRUCache<string, boolean>({ max: 5000, ttl: minutes(15) });
const pendingChecks = new Map<string, Promise<boolean>>();
/** Beyond this limit, visitors are redirected directly instead of waiting. */
const maxAtOnce = 20;

/**
 * Whether a page allows framing by `by`, according to the site's headers. Cached for 15 minutes. Returns
 * false if unknown, because opening the page directly always works.
 */
export function checkFraming(app: Asker, to: string, by: string): Promise<boolean> {
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

async function ask({ outbound, config }: Asker, to: string, by: string): Promise<boolean> {
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
