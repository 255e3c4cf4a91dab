import { invalid } from '../../kernel/problem.ts';

/**
 * An IPv4 address in four decimal parts. Parts with leading zeros are octal to some programs and decimal to
 * others, and short and hexadecimal forms are addresses to few, so none of these is accepted.
 */
const ipv4 = /^(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})$/;

/** Throws a `Problem` for a text that programs read as different addresses. Returns it without outer spaces. */
export function plainAddress(field: string, given: string): string {
  const text = given.trim();
  const address = text.replace(/\/[^/]*$/, '');
  const dotted = address.slice(address.lastIndexOf(':') + 1);
  const isPlain = dotted.includes('.') ? ipv4.test(dotted) : address.includes(':');
  if (!isPlain || !/^(?:\/(?:0|[1-9]\d{0,2}))?$/.test(text.slice(address.length)))
    throw invalid(field, 'Send the address in full, without leading zeros, such as 10.0.0.1 or 2001:db8::1');
  return text;
}
