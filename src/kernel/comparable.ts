import { domainToASCII, domainToUnicode } from 'node:url';
import { normalize } from './text.ts';

/** Longest email address that is compared, in UTF-16 units. Longer ones are invalid. */
const longestEmail = 320;

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

/**
 * The form of a host in which it is stored and compared: lower case, international names in ASCII, without a
 * final dot. Keeps a port.
 */
export function comparableHost(typed: string): string {
  const host = typed.trim().slice(0, longestEmail);
  const colon = host.lastIndexOf(':');
  const isPort = colon >= 0 && /^\d{1,5}$/.test(host.slice(colon + 1));
  const name = (isPort ? host.slice(0, colon) : host).replace(/\.$/, '');
  const ascii = isAscii(name) ? name : domainToASCII(name) || normalize(name, 'NFKC');
  return ascii.toLowerCase() + (isPort ? host.slice(colon) : '');
}

/**
 * The form of an email address in which it is compared: one letter case, one Unicode form, and the domain in
 * ASCII. The database computes it for addresses in ASCII as well (`system.email_key`).
 */
export function comparableEmail(typed: string): string {
  const email = normalize(typed.trim().slice(0, longestEmail), 'NFKC');
  if (isAscii(email)) return email.toLowerCase();
  const at = email.lastIndexOf('@');
  const name = email.slice(0, Math.max(at, 0)).toLowerCase().replaceAll('ς', 'σ');
  return `${normalize(name, 'NFC')}@${comparableHost(email.slice(at + 1))}`;
}

/** The columns in which an address is stored. Addresses in ASCII need no second form. */
export const emailColumns = (email: string): { email: string; email_folded: string | null } => ({
  email,
  email_folded: isAscii(email) ? null : comparableEmail(email),
});

/** Ways in which one address may have been written where only the text was stored. */
export function emailSpellings(email: string): string[] {
  const at = email.lastIndexOf('@');
  const [name, host] = [email.slice(0, at), comparableHost(email.slice(at + 1))];
  const all = [email, `${name}@${host}`, `${name}@${domainToUnicode(host)}`, comparableEmail(email)];
  return [...new Set(all.flatMap((each) => [each, each.normalize('NFC'), each.normalize('NFD')]))];
}

/**
 * The form in which phrases are found in texts: one letter case and Unicode form, without characters that are not
 * seen, and with plain quotation marks, dashes and spaces. Accents of letters stay.
 */
export const comparableText = (text: string): string =>
  normalize(text, 'NFKC')
    .toLowerCase()
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}\u0640\u064B-\u065F\u0591-\u05C7]/gu, '')
    .replaceAll('i\u0307', 'i')
    .replaceAll('ς', 'σ')
    .replaceAll(/[أإآٱ]/g, 'ا')
    .replaceAll(/[‘’‛ʼ´`′]/g, "'")
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .trim();
