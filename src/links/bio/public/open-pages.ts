import { t } from '../../../kernel/translation/translate.ts';
import { LRUCache } from 'lru-cache';
import { minutes } from '../../../kernel/time.ts';
import { missing } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Download } from '../../../platform/http/endpoint.ts';
import type { ShowFollowed } from '../../redirect/followed.ts';
import { onBioChanged } from '../page/announce-bio.ts';
import { nextChange } from '../blocks/block.ts';
import { findPublicBio } from './public-bio.ts';
import { publicPage, type PublicPage } from '../views/public-page.ts';

/** Public pages, rendered and cached until their content changes. */
interface BioPages {
  show: ShowFollowed;
  close(): void;
}

/** Maximum age of a cached page, in case a change broadcast is lost. */
const freshFor = minutes(1);

/** Limits of the cache. */
const defaultLimits = { pages: 5000, bytes: 64 * 1024 ** 2 };

interface CachedBio extends PublicPage {
  /** Unix time in milliseconds when the page expires. Stale pages are served while the database is down. */
  until: number;
}

export function openBioPages(app: App, max = defaultLimits): BioPages {
  const cache = new LRUCache<string, CachedBio>({
    max: max.pages,
    maxSize: max.bytes,
    sizeCalculation: ({ text }) => 200 + text.length * 2,
  });
  /** Incremented by every change, to detect that a page changed while it was being rendered. */
  let changes = 0;

  const draw = async (id: string): Promise<CachedBio> => {
    const changesBefore = changes;
    const found = await findPublicBio(app, id);
    if (!found) throw missing(t('Page'));
    const now = app.clock.now();
    const next = nextChange(found.blocks, now)?.getTime() ?? Infinity;
    const page = { ...publicPage(app, found, { now }), until: Math.min(next, now.getTime() + freshFor) };
    if (changes === changesBefore) cache.set(id, page);
    return page;
  };

  const purge = (id: string): void => {
    cache.delete(id);
    changes += 1;
  };
  const purgeAll = (): void => {
    cache.clear();
    changes += 1;
  };
  const stopListening = [onBioChanged(app, purge), app.broadcast.onGap(purgeAll)];

  return {
    show: async (_app, { linkId }) => {
      const known = cache.get(linkId);
      if (known && known.until > app.clock.now().getTime()) return toResponse(known);
      // Serves a stale page while the database is down.
      return toResponse(
        await draw(linkId).catch((error: unknown) => {
          if (!known) throw error;
          return known;
        }),
      );
    },
    close: () => stopListening.forEach((stop) => stop()),
  };
}

/** Every visit is counted, so responses must not be cached by intermediaries. */
export const toResponse = ({ text, policy }: PublicPage, headers: Record<string, string> = {}): Download => ({
  type: 'text/html; charset=utf-8',
  body: text,
  headers: { 'content-security-policy': policy, 'cache-control': 'private, no-cache', ...headers },
});
