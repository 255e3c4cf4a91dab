import { randomBytes } from 'node:crypto';
import { seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Json } from '../../platform/broadcast.ts';

/** The stored properties of a visitor. '' means unknown. */
export interface CountedVisitor {
  /** Identifies a visitor within one day: 64 bits of a salted hash, as a signed decimal number. */
  hash: string;
  /** ISO 3166-1 alpha-2 code in upper case. */
  country: string;
  /** Region of the country, in English. Omitted if unknown, such as without a city database. */
  region?: string | undefined;
  /** The region as an ISO 3166-2 code, such as `US-CA`. */
  regionCode?: string | undefined;
  city?: string | undefined;
  browser: string;
  system: string;
  device: string;
  language: string;
  isBot: boolean;
}

/** A click on a link, recorded before the redirect is sent. */
export interface Click {
  /** Assigned when it is recorded, unless the destination gets it. */
  id?: string | undefined;
  linkId: string;
  /** Unix time in milliseconds. */
  at: number;
  visitor: CountedVisitor;
  /** Bot clicks are counted separately and never as visits. */
  isBot: boolean;
  /** Host name, or '' if there is none. */
  referrer: string;
  /**
   * The variant of the link that was served, by the name its owner chose. Omitted if the link has no
   * variants.
   */
  variant?: string | undefined;
}

/**
 * Serializes a click as a tab-separated line in the column order of `insert-statement.ts`. Every field is
 * printable ASCII without tabs or line breaks, which `Visitor` guarantees.
 */
export const serializeClick = (
  id: string,
  { linkId, at, isBot, visitor, referrer, variant }: Click,
): string =>
  `${id}\t${at}\t${linkId}\t${isBot ? 't' : 'f'}\t${visitor.hash}\t${visitor.country}\t${visitor.browser}\t` +
  `${visitor.system}\t${visitor.device}\t${visitor.language}\t${referrer}` +
  (visitor.region || visitor.city || variant
    ? `\t${words(visitor.region)}\t${words(visitor.city)}\t${words(variant)}\n`
    : '\n');

/**
 * Encodes names in any script with escapes that PostgreSQL's `unistr` decodes. Control characters and
 * separators become spaces.
 */
const words = (text = ''): string =>
  /^[\w .-]*$/.test(text) && text.length <= 40
    ? text
    : text
        .slice(0, 40)
        .toWellFormed()
        .replaceAll(/[\p{Cc}\\/]/gu, ' ')
        .replaceAll(/[^\x20-\x7e]/g, (odd) => `\\${odd.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * Whether the text is a complete line, without its line break. After a power failure, files may contain other
 * data.
 */
export const isLine = (text: string): boolean => pattern.test(text);

const pattern =
  /^[0-9a-f]{32}\t\d{13}\t\d{1,18}\t[tf]\t-?\d{1,19}(\t[\x20-\x7e]{0,253}){6}(\t([\x20-\x5b\x5d-\x7e]|\\[0-9a-f]{4}){0,40}){0,3}$/;

/**
 * Returns a generator of UUIDv7-like ids: time, sequence number and random bits of this process. Ids are
 * unique even if the clock is set back.
 */
export function createClickIds(): (at: number) => string {
  const process = randomBytes(5).toString('hex');
  let sequence = 0;
  return (at) => {
    sequence = (sequence + 1) >>> 0;
    const count = sequence.toString(16).padStart(8, '0');
    return `${at.toString(16).padStart(12, '0')}7${count.slice(5)}8${count.slice(0, 5)}${process}`;
  };
}

const lastTime = 0xffff_ffff_ffff;

/** Returns the lower bound of ids generated at the given time. */
export const firstIdAt = (at: Date): string =>
  Math.min(Math.max(at.getTime(), 0), lastTime).toString(16).padStart(12, '0').padEnd(32, '0');

/** Returns the time of a click from its id. */
export const timeOfClick = (id: string): Date =>
  new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));

/** Writes the id of a click with hyphens. */
export const toUuid = (id: string): string =>
  id.replaceAll('-', '').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Clicks are stored some seconds after they happen. Later ones may follow with an earlier time until then. */
export const settlesWithin = seconds(60);

const topic = 'links.clicked';
/** Maximum account ids in one broadcast. A larger batch is announced for all accounts. */
const max = 200;

/** Broadcasts whose links were clicked, after the clicks are committed. */
export async function publishClicks(
  app: Pick<App, 'broadcast' | 'db' | 'afterCommit'>,
  accountIds: readonly string[],
): Promise<void> {
  await app.broadcast.publish(app, topic, accountIds.length > max ? null : [...accountIds]);
}

/**
 * Calls back with the account ids, or with nothing if any account may be affected. Returns a function that
 * ends the subscription.
 */
export function onClicks(
  { broadcast }: Pick<App, 'broadcast'>,
  heard: (accountIds: readonly string[] | undefined) => void,
): () => void {
  return broadcast.subscribe(topic, (payload: Json) =>
    heard((payload as readonly string[] | null) ?? undefined),
  );
}
