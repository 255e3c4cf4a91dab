import type { Parameter } from './targeting/rules.ts';

/**
 * Appends query parameters to a URL. Existing parameters keep their order and spelling, except that those of
 * the same name are replaced. The fragment stays last. App URLs are returned unchanged.
 */
export function append(address: string, parameters: readonly Parameter[]): string {
  return appendPairs(
    address,
    parameters.map(({ name, value }) => new URLSearchParams([[name, value]]).toString()),
  );
}

/** Appends the pairs of a raw query string, except those whose name is in `except`. */
export function appendQuery(address: string, query: string, except: ReadonlySet<string>): string {
  const pairs = query.split('&').filter((pair) => pair !== '' && !except.has(nameOf(pair)));
  return appendPairs(address, pairs.map(encodeBytes));
}

function appendPairs(address: string, pairs: readonly string[]): string {
  if (pairs.length === 0 || !/^https?:/i.test(address)) return address;
  const [, path = '', query, fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address) ?? [];
  const replaced = new Set(pairs.map(nameOf));
  const remaining = (query ?? '').split('&').filter((pair) => pair !== '' && !replaced.has(nameOf(pair)));
  return `${path}?${[...remaining, ...pairs].join('&')}${fragment}`;
}

/**
 * Percent-encodes non-ASCII bytes, which Node decodes as latin1, and characters that would start a fragment.
 */
const encodeBytes = (text: string): string =>
  text.replaceAll(
    /[^!"$-~]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );

function nameOf(pair: string): string {
  const [name = ''] = new URLSearchParams(pair).keys();
  return name;
}
