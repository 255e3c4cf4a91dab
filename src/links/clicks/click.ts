import { randomBytes } from 'node:crypto';

/** The visitor of a click, as far as it is stored. '' means unknown. */
export interface Visitor {
  /** Tells the visitors of one day apart: 64 bits of a salted hash, as a signed number in decimal. */
  hash: string;
  /** Two capital letters. */
  country: string;
  /** Of the country, in English; omitted where nobody knows, as without data on cities. */
  region?: string | undefined;
  /** The same by ISO 3166-2, as `US-CA`. */
  regionCode?: string | undefined;
  city?: string | undefined;
  browser: string;
  system: string;
  device: string;
  language: string;
  isBot: boolean;
}

/** A redirect that is about to be answered. */
export interface Click {
  linkId: string;
  /** Milliseconds since 1970. */
  at: number;
  visitor: Visitor;
  /** Counted apart from people's clicks, and as nobody's visit. */
  isBot: boolean;
  /** Host; '' when there is none. */
  referrer: string;
  /** Which of a link's variants they got, in its owner's words; omitted where there are none. */
  variant?: string | undefined;
}

/**
 * A click as one line of text, tab-separated, in the order in which `insert-statement.ts` takes it apart. Every field is
 * printable ASCII and none has a tab or line break in it: `Visitor` guarantees that.
 */
export const toLine = (id: string, { linkId, at, isBot, visitor, referrer, variant }: Click): string =>
  `${id}\t${at}\t${linkId}\t${isBot ? 't' : 'f'}\t${visitor.hash}\t${visitor.country}\t${visitor.browser}\t` +
  `${visitor.system}\t${visitor.device}\t${visitor.language}\t${referrer}` +
  (visitor.region || visitor.city || variant
    ? `\t${words(visitor.region)}\t${words(visitor.city)}\t${words(variant)}\n`
    : '\n');

/** Names are in any script: as PostgreSQL's `unistr` reads them. What is no letter of a name is a space. */
const words = (text = ''): string =>
  /^[\w .-]*$/.test(text) && text.length <= 40
    ? text
    : text
        .slice(0, 40)
        .toWellFormed()
        .replaceAll(/[\p{Cc}\\/]/gu, ' ')
        .replaceAll(/[^\x20-\x7e]/g, (odd) => `\\${odd.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** What a whole line looks like, its line break omitted: the disk may hand back something else after a power cut. */
export const isLine = (text: string): boolean => pattern.test(text);

const pattern =
  /^[0-9a-f]{32}\t\d{13}\t\d{1,18}\t[tf]\t-?\d{1,19}(\t[\x20-\x7e]{0,253}){6}(\t([\x20-\x5b\x5d-\x7e]|\\[0-9a-f]{4}){0,40}){0,3}$/;

/**
 * Makes ids in the form of UUIDv7: the time, a sequence number, and random bits of this process. Two are never the
 * same, also when the clock is set back.
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

/** The least of the ids that are made at a time. */
export const firstIdAt = (at: Date): string =>
  Math.min(Math.max(at.getTime(), 0), lastTime).toString(16).padStart(12, '0').padEnd(32, '0');
