import type { Parameter } from './targeting/rules.ts';

/**
 * An address with parameters in its query: what is there already stays in its order and spelling, but for parameters
 * of the same name, which are replaced. The fragment stays last. An app's address is left as it is.
 */
export function append(address: string, parameters: readonly Parameter[]): string {
  return appendPairs(
    address,
    parameters.map(({ name, value }) => new URLSearchParams([[name, value]]).toString()),
  );
}

/** The same with the pairs of a query as they were sent, but for those whose name is among `except`. */
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

/** Bytes beyond ASCII, which Node reads as latin1, and what would begin a fragment, percent-encoded. */
const encodeBytes = (text: string): string =>
  text.replaceAll(
    /[^!"$-~]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );

function nameOf(pair: string): string {
  const [name = ''] = new URLSearchParams(pair).keys();
  return name;
}
