import { randomBytes } from 'node:crypto';

/** Who followed a link, as far as anybody will ever know. '' is what is not known. */
export interface Visitor {
  /** Tells the visitors of one day apart: 64 bits of a salted hash, as a signed number in decimal. */
  hash: string;
  /** Two capital letters. */
  country: string;
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
}

/**
 * A click as one line of text, tab-separated, in the order in which `insert-clicks.ts` takes it apart. Every field is
 * printable ASCII and none has a tab or line break in it: whoever makes a `Visitor` sees to that.
 */
export const toLine = (id: string, { linkId, at, isBot, visitor, referrer }: Click): string =>
  `${id}\t${at}\t${linkId}\t${isBot ? 't' : 'f'}\t${visitor.hash}\t${visitor.country}\t${visitor.browser}\t` +
  `${visitor.system}\t${visitor.device}\t${visitor.language}\t${referrer}\n`;

/** What a whole line looks like, its line break left out: the disk may hand back something else after a power cut. */
export const isLine = (text: string): boolean => pattern.test(text);

const pattern = /^[0-9a-f]{32}\t\d{13}\t\d{1,18}\t[tf]\t-?\d{1,19}(\t[\x20-\x7e]{0,253}){6}$/;

/**
 * Makes ids in the form of UUIDv7: the time, a sequence number, and random bits of this process. Two are never the
 * same, also when the clock is set back.
 */
export function makeClickIds(): (at: number) => string {
  const process = randomBytes(5).toString('hex');
  let sequence = 0;
  return (at) => {
    sequence = (sequence + 1) >>> 0;
    const count = sequence.toString(16).padStart(8, '0');
    return `${at.toString(16).padStart(12, '0')}7${count.slice(5)}8${count.slice(0, 5)}${process}`;
  };
}
