import type { MarkdownIt } from 'markdown-it';

/** A web address in a text. */
interface FoundLink {
  start: number;
  end: number;
  /** The address as it was typed. */
  text: string;
  /** The normalized address, with the host in punycode. */
  address: string;
}

/**
 * Finds the web addresses in a text, in any script. Everything that shows, previews or checks links uses this
 * function, so what is a link for a reader is a link for moderation.
 */
export function findTextLinks(text: string): FoundLink[] {
  const found: FoundLink[] = [];
  let end = 0;
  for (const { index } of text.matchAll(schemes)) {
    if (index < end) continue;
    const link = linkAt(text, index);
    if (!link) continue;
    found.push(link);
    end = link.end;
  }
  return found;
}

/** A text with a space in place of each web address. */
export const withoutLinks = (text: string): string => {
  const links = findTextLinks(text);
  return [0, ...links.map(({ end }) => end)]
    .map((end, index) => text.slice(end, links[index]?.start))
    .join(' ');
};

const schemes = /https?:\/\//gi;
const scheme = /https?:\/\//iy;

/** Letters of scripts that put no spaces between words, or attach particles to any word. */
export const unspaced = String.raw`[\p{L}&&[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]`;

/** An underscore alone may be a Markdown marker. */
const partOfWord = /[\p{Script=Latin}\p{Nd}]_{0,6}$/u;
/** A domain, or an IPv6 address. */
const hosts = /\[[\da-f:.]{2,45}\]|[\p{L}\p{N}][\p{L}\p{N}\p{M}\-._]{0,299}/iuy;
const credentials = /(?::[[!-~]--[\/?#@]]{0,200})?@/vy;
const ports = /:(\d{1,5})(?!\d)/y;

/** Parses the web address that starts at an index. */
function linkAt(text: string, start: number): FoundLink | undefined {
  const from = start + (matchAt(scheme, text, start)?.[0].length ?? Infinity);
  if (from > text.length || partOfWord.test(text.slice(Math.max(0, start - 8), start))) return undefined;
  const run = matchAt(hosts, text, from)?.[0];
  if (run === undefined) return undefined;
  const host = hostIn(run, text[from + run.length]);
  let end = from + host.length;
  if (host === run) {
    // Credentials in an address are only used to imitate another site.
    if (matchAt(credentials, text, end)) return undefined;
    const port = matchAt(ports, text, end);
    if (Number(port?.[1]) < 65_536) end += port?.[0].length ?? 0;
  }
  if (!URL.canParse(text.slice(start, end))) return undefined;
  if (host === run && /^[/?#]$/.test(text[end] ?? ''))
    end = withoutSentenceEnd(text, start, endOfBody(text, end, text[start - 1] === "'"));
  const typed = text.slice(start, end);
  const url = URL.parse(typed);
  return url ? { start, end, text: typed, address: url.href } : undefined;
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

const firstUnspaced = new RegExp(unspaced, 'v');

/** Separates a host from the text that follows it without a space. */
function hostIn(run: string, next: string | undefined): string {
  const host = /^[/?#:]$/.test(next ?? '') ? run : run.replace(/(?<![-._])[-._]+$/, '');
  const dot = host.replace(/\.$/, '').lastIndexOf('.');
  const last = host.slice(dot + 1);
  if (!/^[a-z\d]/i.test(last)) return host;
  // No top-level domain mixes ASCII and other letters.
  const other = last.search(dot < 0 ? firstUnspaced : /[^.\w-]/);
  return other < 0 ? host : host.slice(0, dot + 1 + other);
}

const characterAt = (text: string, index: number) => String.fromCodePoint(text.codePointAt(index) ?? 0);
const characterBefore = (text: string, index: number) =>
  /[\uD800-\uDBFF][\uDC00-\uDFFF]$|[^]?$/.exec(text.slice(Math.max(0, index - 2), index))?.[0] ?? '';

const closings: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** The end of the path, query and fragment that start at an index. */
function endOfBody(text: string, from: number, isQuoted: boolean): number {
  const open: { closing: string; at: number }[] = [];
  let at = from;
  for (let character = ''; at < text.length; at += character.length) {
    character = characterAt(text, at);
    const closing = closings[character];
    if (closing !== undefined) {
      // A closing tag of BBCode.
      if (text.startsWith('[/', at)) break;
      open.push({ closing, at });
    } else if (/[)\]}]/.test(character)) {
      if (open.pop()?.closing !== character) break;
    } else if (endsBody(text, at, character) || (isQuoted && character === "'")) break;
  }
  return open[0]?.at ?? at;
}

const asciiEnd = /[\s"<>\\`\p{Cc}]/u;
/** Punctuation that words contain, such as “Michelson–Morley” or “レオナルド・ダ・ヴィンチ”. */
const joiner = /[’–‐‑·‧・･־׳״་′″՚֊\u200C\u200D]/u;
const word = /[\p{L}\p{M}\p{N}]/u;
/** Excludes quotes, brackets, bidi controls, sentence punctuation, arrows and pictures. */
const bodyCharacter =
  /[[\p{L}\p{M}\p{N}\p{Sc}\p{Sk}\p{Sm}]--[\u20E3\u2190-\u21FF\uFE0E\uFE0F\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65]]/v;

function endsBody(text: string, at: number, character: string): boolean {
  if (character <= '~') return asciiEnd.test(character) || (/h/i.test(character) && startsAnother(text, at));
  if (joiner.test(character))
    return !(word.test(characterBefore(text, at)) && word.test(characterAt(text, at + 1)));
  return !bodyCharacter.test(character) || startsSentence(text, at, character);
}

/** Whether another address starts here, as in `https://a,https://b`. Addresses of archives contain one. */
const startsAnother = (text: string, at: number) =>
  /[^/=?&#:+%a-z\d]/i.test(text[at - 1] ?? '') && matchAt(scheme, text, at) !== null;

/**
 * Whether text in a script without spaces continues after an address. `/a` ends before a particle, but `/日本語`
 * and `/C言語` are whole.
 */
function startsSentence(text: string, at: number, character: string): boolean {
  const before = text[at - 1] ?? '';
  if (before > '~' || !firstUnspaced.test(character)) return false;
  // No word starts with this particle.
  if (character === 'を') return true;
  return /[a-z\d)\]]/i.test(before) && !/(?<![a-z\d])[A-Z]{1,5}$/.test(text.slice(at - 7, at));
}

/** Removes sentence punctuation and Markdown markers at the end of an address. */
function withoutSentenceEnd(text: string, start: number, end: number): number {
  let last = end;
  while (/[.,;:!?*~'|]/.test(text[last - 1] ?? '')) last -= 1;
  for (let before = start; text[before - 1] === '_' && text[last - 1] === '_'; before -= 1) last -= 1;
  return last;
}

/** Makes links of the web addresses in Markdown, by the same rules as in every other text. */
export function linkAddresses(reader: MarkdownIt): void {
  // Of the library's own rules, only the one for email addresses remains.
  for (const scheme of ['http:', 'https:', 'ftp:', '//']) reader.linkify.add(scheme);
  reader.inline.ruler.before('linkify', 'address', (state, silent) => {
    const { src, pos, posMax, linkLevel } = state;
    if (linkLevel > 0 || !src.startsWith('://', pos)) return false;
    const [scheme] = /https?$/i.exec(state.pending) ?? [];
    const start = pos - (scheme?.length ?? 0);
    if (scheme === undefined || src.slice(start, pos) !== scheme) return false;
    const link = linkAt(src, start);
    if (!link || link.end > posMax || !state.md.validateLink(link.address)) return false;
    if (!silent) {
      state.pending = state.pending.slice(0, -scheme.length);
      const open = state.push('link_open', 'a', 1);
      open.attrs = [['href', link.address]];
      open.markup = 'linkify';
      open.info = 'auto';
      state.push('text', '', 0).content = state.md.normalizeLinkText(link.text);
      const close = state.push('link_close', 'a', -1);
      close.markup = 'linkify';
      close.info = 'auto';
    }
    state.pos = link.end;
    return true;
  });
}
