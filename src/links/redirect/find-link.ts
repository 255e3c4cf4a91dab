import { LRUCache } from 'lru-cache';
import { copyOf, normalize } from '../../kernel/text.ts';
import { minutes, seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { isAlias, isNestedAlias, isReserved } from '../link/fields.ts';
import { type LinkPlace, onLinkChanged } from '../link/link.ts';
import { findRedirectLinks, getNewestLinks, type RedirectLink, type PlacedLink } from './get-links.ts';
import { batchLookups } from './targeting/country.ts';

/** Link lookup with a cache. `null`: there is no such link. */
export interface Links {
  /** Returns a link from the cache. Undefined: call `find`. */
  recall(place: LinkPlace): RedirectLink | null | undefined;
  /**
   * Queries the database, with one query for concurrent calls. Rejects if the database is down and the link
   * is not cached.
   */
  find(place: LinkPlace): Promise<RedirectLink | null>;
  /** Whether the cache has the link, even if it must be looked up again. */
  hasSeen(place: LinkPlace): boolean;
  /** Whether the cache knows that a missing link was deleted. */
  wasDeleted(place: LinkPlace): boolean;
  /** Caches the newest links in advance. Never rejects. */
  warmUp(): Promise<void>;
  close(): void;
}

/** Maximum age of a cached link, in case a broadcast is lost. It is then refreshed in the background. */
const freshFor = minutes(1);
/** Maximum age of a cached link while broadcasts do not arrive. It is then looked up before responding. */
const trustedFor = seconds(1);
/** How long a visitor of a cached link waits for the database. */
const patience = seconds(0.5);
/** Pause before the next query after the database was down. */
const retryAfter = seconds(1);
/** How long a missing alias is cached. Creating the link ends this immediately. */
const missingFor = seconds(10);

/** Links cached in advance, and the batch size. */
const warmUpLimits = { links: 100_000, atOnce: 500 };

/** Limits of the cache: about 60 MB with URLs of typical length. */
const defaultLimits = { links: 150_000, linkBytes: 64 * 1024 ** 2, missing: 50_000 };

/** Number of missing aliases to remember; a power of two. */
const askedSlots = 2 ** 16;

/**
 * Returns whether a missing alias has been looked up before, approximately. Only those that are requested
 * repeatedly are worth caching: scanners request each alias once, and caching all of them would cost more
 * memory management than the queries it saves.
 */
function rememberAsked(): (key: string) => boolean {
  const hashes = new Int32Array(askedSlots);
  return (key) => {
    let hash = 0;
    for (let i = 0; i < key.length; i += 1) hash = (Math.imul(hash, 31) + key.charCodeAt(i)) | 0;
    const slot = (hash ^ (hash >>> 16)) & (askedSlots - 1);
    if (hashes[slot] === hash) return true;
    hashes[slot] = hash;
    return false;
  };
}

interface CachedLink extends RedirectLink {
  /** When to query the database again: in the background, or before responding if it is `atOnce`. */
  askAgainAt: number;
}

const immediately = -1;

/** Creates all properties at once: a spread object with one more property takes 40 bytes more. */
const toCached = (link: RedirectLink, askAgainAt: number): CachedLink => {
  const { id, to, status, expiresAt, expiredTo, isDisabled, isSuspended, special } = link;
  return { id, to, status, expiresAt, expiredTo, isDisabled, isSuspended, special, askAgainAt };
};

/**
 * Opens a cache of links. Changes announced by any process invalidate entries immediately. While the database
 * is down, stale entries stay in use.
 */
export function openLinks(app: Pick<App, 'db' | 'clock' | 'broadcast'>, max = defaultLimits): Links {
  const cache = new LRUCache<string, CachedLink>({
    // Only limited by size, because a maximum count would preallocate memory.
    maxSize: max.linkBytes,
    sizeCalculation: ({ to, expiredTo = '', special }, key) =>
      Math.max(
        Math.ceil(max.linkBytes / max.links),
        300 + key.length + to.length + expiredTo.length + (special ? 600 + special.bytes : 0),
      ),
  });
  /** When the entry expires. */
  const missing = new LRUCache<string, number>({ maxSize: max.missing, sizeCalculation: () => 1 });
  const wasAsked = rememberAsked();
  /** Missing links that were deleted. */
  const deleted = new LRUCache<string, true>({ maxSize: max.missing, sizeCalculation: () => 1 });
  /** Pending queries that concurrent calls share. */
  const pendingQueries = new Map<string, Promise<RedirectLink | null>>();
  /** Incremented by every change, to detect that a pending query may be outdated. */
  let changes = 0;
  let isClosed = false;
  /** Until when the database is not asked before responding. */
  let awayUntil = -1;
  const ask = batchLookups((places: LinkPlace[]) => findRedirectLinks(app, places));

  const openedAt = app.clock.now().getTime();
  /** Milliseconds since the cache was opened, because V8 stores small numbers without an object for each. */
  const now = () => app.clock.now().getTime() - openedAt;
  const keyOf = ({ host, alias }: LinkPlace) => (host === '' ? alias : `${host}/${alias}`);

  const getCached = (place: LinkPlace): RedirectLink | null | undefined => {
    const key = keyOf(place);
    const found = cache.get(key);
    if (!found) {
      const until = missing.get(key);
      return until !== undefined && until > now() ? null : undefined;
    }
    if (found.askAgainAt === immediately) return undefined;
    const isTrusted = found.askAgainAt > now() + freshFor - trustedFor || app.broadcast.isUp();
    if (!isTrusted && now() > awayUntil) return undefined;
    if (found.askAgainAt <= now()) refresh(place, found);
    return found;
  };

  const refresh = (place: LinkPlace, found: CachedLink): void => {
    found.askAgainAt = now() + retryAfter;
    find(place).catch(() => undefined);
  };

  const find = (place: LinkPlace): Promise<RedirectLink | null> => {
    const key = keyOf(place);
    const underWay = pendingQueries.get(key);
    if (underWay) return underWay;
    const answer = query(key, place);
    pendingQueries.set(key, answer);
    return answer;
  };

  const query = async (key: string, place: LinkPlace): Promise<RedirectLink | null> => {
    const changesBefore = changes;
    try {
      const found = await (cache.has(key) ? beforeLate(ask(place)) : ask(place));
      if (changes === changesBefore) {
        pendingQueries.delete(key);
        remember(place, found);
      }
      return found === 'deleted' ? null : found;
    } catch (error) {
      if (changes === changesBefore) pendingQueries.delete(key);
      const old = cache.get(key);
      if (!old) throw error;
      old.askAgainAt = now() + retryAfter;
      awayUntil = now() + retryAfter;
      return old;
    }
  };

  const remember = (place: LinkPlace, link: RedirectLink | 'deleted' | null): void => {
    const key = copyOf(keyOf(place));
    if (link === 'deleted') deleted.set(key, true);
    else deleted.delete(key);
    if (link && link !== 'deleted') {
      missing.delete(key);
      cache.set(key, toCached(link, now() + freshFor));
    } else {
      cache.delete(key);
      if (wasAsked(key)) missing.set(key, now() + missingFor);
    }
  };

  const purge = (place: LinkPlace): void => {
    cache.delete(keyOf(place));
    missing.delete(keyOf(place));
    deleted.delete(keyOf(place));
    changed();
  };

  /** Marks all entries as stale, because broadcasts may have been lost. */
  const invalidateCache = (): void => {
    for (const link of cache.values()) link.askAgainAt = immediately;
    missing.clear();
    deleted.clear();
    changed();
  };

  const changed = (): void => {
    changes += 1;
    pendingQueries.clear();
  };

  const warmUp = async (): Promise<void> => {
    let before: string | null = null;
    while (!isClosed && cache.size < warmUpLimits.links) {
      const changesBefore = changes;
      const found: PlacedLink[] = await getNewestLinks(app, { before, count: warmUpLimits.atOnce }).catch(
        () => [],
      );
      if (changes === changesBefore) for (const { place, link } of found) remember(place, link);
      before = found.at(-1)?.link.id ?? null;
      if (before === null) return;
    }
  };

  const hasSeen = (place: LinkPlace): boolean => cache.has(keyOf(place));
  const wasDeleted = (place: LinkPlace): boolean => deleted.has(keyOf(place));

  const stopListening = [onLinkChanged(app, purge), app.broadcast.onGap(invalidateCache)];
  const close = (): void => {
    isClosed = true;
    for (const stop of stopListening) stop();
  };
  return { recall: getCached, find, hasSeen, wasDeleted, warmUp, close };
}

/** Rejects if the database does not answer soon, as behind a broken network. */
const beforeLate = <T>(answer: Promise<T>): Promise<T> => {
  answer.catch(() => undefined);
  const { promise, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(new Error('The database did not answer in time')), patience);
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
};

const longest = 190;

/**
 * Returns the requested alias, decoded and normalized to NFC. Returns undefined for a path of the service
 * itself, and '' if it cannot be an alias because of malformed percent-encoding or invalid characters.
 */
export function aliasIn(target: string): string | undefined {
  if (target.startsWith('/qr/')) return codeIn(target);
  const segment = /^\/([^/?]+)\/?(?:\?|$)/.exec(target)?.[1];
  if (segment === undefined) return undefined; // deeper paths
  if (segment.includes('.')) return /^[^.]+\.+$/.test(segment) ? '' : undefined; // files
  const alias = /^[\w-]+$/.test(segment) ? segment : decode(segment);
  if (alias.length > longest) return '';
  return isReserved(alias) ? undefined : alias;
}

/**
 * Returns the alias in a path that was copied together with the punctuation of its sentence, as in `/abc.` and
 * `/abc%E2%80%9D`. Only for paths that cannot be an alias themselves.
 */
export function aliasInSentence(target: string): string | undefined {
  const segment = /^\/([^/?]{1,400})\/?(?:\?|$)/.exec(target)?.[1];
  if (segment === undefined) return undefined;
  try {
    const text = normalize(decodeURIComponent(segment), 'NFC').replace(leading, '');
    const alias = aliasFirst.exec(text)?.[0] ?? '';
    const isAlone = alias !== '' && alias.length <= longest && !aliasAnywhere.test(text.slice(alias.length));
    return isAlone && !isReserved(alias) ? alias : undefined;
  } catch {
    return undefined;
  }
}

const leading = /^[^\p{L}\p{M}\p{N}_-]+/u;
const aliasFirst = /^[\p{L}\p{M}\p{N}_-]+/u;
const aliasAnywhere = /[\p{L}\p{M}\p{N}_-]/u;

/**
 * Returns the alias with slashes that a deeper path may be. Such aliases come from other services by import.
 * Pages of the service have similar paths, so a path without a link must be passed on.
 */
export function nestedAliasIn(target: string): string | undefined {
  const path = /^\/([^/?.]+(?:\/[^/?.]+){1,4})\/?(?:\?|$)/.exec(target)?.[1];
  if (path === undefined || path.length > longest) return undefined;
  try {
    const text = normalize(decodeURIComponent(path), 'NFC');
    return isNestedAlias(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Returns `qr/<code>` for scans. Requests for its image (`?size=`, `?format=`, `.png`) are not scans. */
function codeIn(target: string): string | undefined {
  const [, alias, query = ''] = /^\/(qr\/[0-9A-Za-z]{1,32})\/?(?:\?(.*))?$/s.exec(target) ?? [];
  return /(?:^|&)(?:size|format)=/.test(query) ? undefined : alias;
}

function decode(segment: string): string {
  try {
    const text = normalize(decodeURIComponent(segment), 'NFC');
    return isAlias(text) ? text : '';
  } catch {
    return '';
  }
}
