import type { Parameter } from './rules.ts';

/**
 * An address with parameters in its query: what is there already stays in its order and spelling, but for parameters
 * of the same name, which are replaced. The fragment stays last. An app's address is left as it is.
 */
export function append(address: string, parameters: readonly Parameter[]): string {
  if (parameters.length === 0 || !/^https?:/i.test(address)) return address;
  const [, path = '', query, fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address) ?? [];
  const replaced = new Set(parameters.map(({ name }) => name));
  const kept = (query ?? '').split('&').filter((pair) => pair !== '' && !replaced.has(nameOf(pair)));
  const added = parameters.map(({ name, value }) => new URLSearchParams([[name, value]]).toString());
  return `${path}?${[...kept, ...added].join('&')}${fragment}`;
}

/** Of a request's query, as parameters. */
export const readQuery = (query: string): Parameter[] =>
  Array.from(new URLSearchParams(query), ([name, value]) => ({ name, value }));

function nameOf(pair: string): string {
  const [name = ''] = new URLSearchParams(pair).keys();
  return name;
}
