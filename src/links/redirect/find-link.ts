import { LRUCache } from 'lru-cache';
import { minutes, seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { onLinkChanged } from '../record/announce-link.ts';
import type { LinkPlace } from '../record/announce-link.ts';
import { batchLookups } from './targeting/batch-lookups.ts';
import type { Link } from './link.ts';
import { findLinks, readNewestLinks } from './read-links.ts';
import type { PlacedLink } from './read-links.ts';

/** Links, from memory where possible. `null`: there is none at that place. */
export interface Links {
  /** What memory knows; undefined: `find` must be asked. */
  recall(place: LinkPlace): Link | null | undefined;
  /** Asks the database, once for all who ask at the same time. Rejects when it is away and memory knows nothing. */
  find(place: LinkPlace): Promise<Link | null>;
  /** Of a place where nothing is found: whether memory knows that there was a link. */
  wasDeleted(place: LinkPlace): boolean;
  /** Remembers the newest links before anybody asks for them. Never rejects. */
  warmUp(): Promise<void>;
  close(): void;
}

/** The net below the broadcast of changes: after this, the database is asked behind the visitor's back. */
const freshFor = minutes(1);
/** For so long it is not asked again after it was away. */
const retryAfter = seconds(1);
/** An alias that leads nowhere; making a link there ends it at once. */
const missingFor = seconds(10);

/** Links that are remembered ahead, and how many of them at a time. */
const ahead = { links: 100_000, atOnce: 500 };

/** Bounds of memory, for addresses of a usual length some 60 MB when all is full. */
const usualBounds = { links: 150_000, linkBytes: 64 * 1024 ** 2, missing: 50_000 };

interface Remembered extends Link {
  /** From then on the database is asked again: behind the visitor's back, or first if it is `atOnce`. */
  askAgainAt: number;
}

const atOnce = -1;

/**
 * Remembers links. A change announced by any process is forgotten here at once; while the database is away, what is
 * known continues working, however old.
 */
export function openLinks(app: Pick<App, 'db' | 'clock' | 'broadcast'>, max = usualBounds): Links {
  const known = new LRUCache<string, Remembered>({
    // Sizes alone: for a number of links, room would be taken at once.
    maxSize: max.linkBytes,
    sizeCalculation: ({ to, expiredTo = '', special }, key) =>
      Math.max(
        Math.ceil(max.linkBytes / max.links),
        300 + key.length + to.length + expiredTo.length + (special ? 600 + special.bytes : 0),
      ),
  });
  /** Until when. */
  const missing = new LRUCache<string, number>({ maxSize: max.missing, sizeCalculation: () => 1 });
  /** Those of them that once led somewhere. */
  const deleted = new LRUCache<string, true>({ maxSize: max.missing, sizeCalculation: () => 1 });
  /** Questions under way that others may join. */
  const asked = new Map<string, Promise<Link | null>>();
  /** Counts what may have made an answer that is under way untrue. */
  let changes = 0;
  let isClosed = false;
  const ask = batchLookups((places: LinkPlace[]) => findLinks(app, places));

  const now = () => app.clock.now().getTime();
  const keyOf = ({ host, alias }: LinkPlace) => (host === '' ? alias : `${host}/${alias}`);

  const recall = (place: LinkPlace): Link | null | undefined => {
    const key = keyOf(place);
    const found = known.get(key);
    if (!found) return (missing.get(key) ?? 0) > now() ? null : undefined;
    if (found.askAgainAt === atOnce) return undefined;
    if (found.askAgainAt <= now()) refresh(place, found);
    return found;
  };

  const refresh = (place: LinkPlace, found: Remembered): void => {
    found.askAgainAt = now() + retryAfter;
    find(place).catch(() => undefined);
  };

  const find = (place: LinkPlace): Promise<Link | null> => {
    const key = keyOf(place);
    const underWay = asked.get(key);
    if (underWay) return underWay;
    const changesBefore = changes;
    const answer = ask(place)
      .then(
        (found) => {
          if (changes === changesBefore) remember(place, found);
          return found === 'deleted' ? null : found;
        },
        (error: unknown) => {
          const old = known.get(key);
          if (!old) throw error;
          old.askAgainAt = now() + retryAfter;
          return old;
        },
      )
      .finally(() => {
        if (asked.get(key) === answer) asked.delete(key);
      });
    asked.set(key, answer);
    return answer;
  };

  const remember = (place: LinkPlace, link: Link | 'deleted' | null): void => {
    const key = keyOf(place);
    if (link === 'deleted') deleted.set(key, true);
    else deleted.delete(key);
    if (link && link !== 'deleted') {
      missing.delete(key);
      known.set(key, { ...link, askAgainAt: now() + freshFor });
    } else {
      known.delete(key);
      missing.set(key, now() + missingFor);
    }
  };

  const purge = (place: LinkPlace): void => {
    known.delete(keyOf(place));
    missing.delete(keyOf(place));
    deleted.delete(keyOf(place));
    changed();
  };

  /** Changes may have gone unheard: nothing that is known is certain any more. */
  const doubt = (): void => {
    for (const link of known.values()) link.askAgainAt = atOnce;
    missing.clear();
    deleted.clear();
    changed();
  };

  const changed = (): void => {
    changes += 1;
    asked.clear();
  };

  const warmUp = async (): Promise<void> => {
    let before: string | null = null;
    while (!isClosed && known.size < ahead.links) {
      const changesBefore = changes;
      const found: PlacedLink[] = await readNewestLinks(app, { before, count: ahead.atOnce }).catch(() => []);
      if (changes === changesBefore) for (const { place, link } of found) remember(place, link);
      before = found.at(-1)?.link.id ?? null;
      if (before === null) return;
    }
  };

  const wasDeleted = (place: LinkPlace): boolean => deleted.has(keyOf(place));

  const stopListening = [onLinkChanged(app, purge), app.broadcast.onGap(doubt)];
  const close = (): void => {
    isClosed = true;
    for (const stop of stopListening) stop();
  };
  return { recall, find, wasDeleted, warmUp, close };
}
