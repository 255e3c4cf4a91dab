import { msg, invalid } from '../../../kernel/problem.ts';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { CodeKind } from './content.ts';
import { encryptionIn, type ContentInput } from './parse-content.ts';

export const CodeData = Type.Union(
  [Type.String(), Type.Number(), Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown())],
  {
    description:
      'text, link, phone: a string. email: {email, subject, body}. sms: {phone, message}. ' +
      'wifi: {ssid, encryption (WPA, WEP or nopass), pass, hidden}. vcard: {fname, lname, org, phone, cell, fax, email, ' +
      'street, city, state, zip, country, site, title, note, version (3.0 or 4.0)}. An array has the values in this order, ' +
      'or items of the form {name, value}',
  },
);

type Field = readonly [ours: string, ...theirs: string[]];

/** Fields of `data` by kind, in array order. Our name comes first, then the names that clients use. */
const fields: Readonly<Record<CodeKind, readonly Field[]>> = {
  text: [['text', 'text']],
  link: [['url', 'link', 'url']],
  phone: [['phone', 'phone']],
  email: [['email', 'email'], ['subject', 'subject'], ['body', 'body', 'message']],
  sms: [['phone', 'phone'], ['message', 'message', 'body']],
  wifi: [
    ['ssid', 'ssid'],
    ['encryption', 'encryption'],
    ['password', 'pass', 'password'],
    ['hidden', 'hidden'],
  ],
  vcard: [
    ['firstName', 'fname', 'firstname'], ['lastName', 'lname', 'lastname'],
    ['organization', 'org', 'organization', 'company'],
    ['phone', 'phone'], ['mobile', 'cell', 'mobile'], ['fax', 'fax'], ['email', 'email'],
    ['street', 'street'], ['city', 'city'], ['region', 'state'], ['zip', 'zip'], ['country', 'country'],
    ['website', 'site', 'website', 'url'],
    ['position', 'title', 'job'], ['note', 'note'], ['version', 'version'],
  ],
}; // prettier-ignore

/**
 * Converts `data` to `CodeContent` fields. Accepts a single value, an object, a list of values or a list of named
 * values.
 */
export function toCodeContent(kind: CodeKind, data: Static<typeof CodeData>): ContentInput {
  const values = isScalar(data) ? [data] : Array.isArray(data) ? data : indexed(data);
  if (values?.every(isScalar)) return fromPositions(kind, values);
  const parts = values ?? [data];
  const stray = parts.findIndex((part) => isScalar(part) && textIn(part) !== '');
  if (stray >= 0)
    throw invalid(`data.${stray}`, msg('data must be a list of values or of objects, not both'));
  return Object.fromEntries(parts.flatMap((part) => named(part).flatMap((pair) => fromName(kind, pair))));
}

/** Returns the request field of a `CodeContent` field. A single value is just `data`. */
export function codeFieldName(field: string, type: unknown): string {
  if (field === 'level') return 'errorcorrection';
  if (field === 'content') return 'data';
  const name = typeof type === 'string' ? type.trim().toLowerCase() : '';
  const lists = name in fields ? [fields[name as CodeKind]] : Object.values(fields);
  const list = lists.find((each) => each.some(([ours]) => ours === field));
  if (!list) return field;
  const theirs = list.find(([ours]) => ours === field)?.[1] ?? field;
  return list.length === 1 ? 'data' : `data.${theirs}`;
}

/** PHP encodes a list as an object with the keys `0`, `1` … if an index is missing. */
function indexed(data: Readonly<Record<string, unknown>>): unknown[] | undefined {
  const keys = Object.keys(data);
  if (keys.length === 0 || !keys.every((key) => /^\d{1,2}$/.test(key))) return undefined;
  return Array.from({ length: Math.max(...keys.map(Number)) + 1 }, (_, i) => data[i] ?? '');
}

function fromPositions(kind: CodeKind, values: readonly unknown[]): ContentInput {
  const names = fields[kind];
  const texts = values.map(textIn);
  if (texts.slice(names.length).some((text) => text !== ''))
    throw invalid(
      'data',
      msg('data of the type {kind} can have at most {count, plural, one {one value} other {# values}}', {
        kind,
        count: names.length,
      }),
    );
  const ordered = kind === 'wifi' ? movePasswordToEnd(texts) : texts;
  return Object.fromEntries(names.map(([name], i) => [name, ordered[i] ?? '']));
}

/** Some clients send `[ssid, password]` or `[ssid, password, encryption]`. Moves the password to the end. */
function movePasswordToEnd([
  ssid = '',
  second = '',
  third = '',
  ...rest
]: readonly string[]): readonly string[] {
  const isSwapped =
    second !== '' && !encryptionIn(second) && (third === '' || encryptionIn(third) !== undefined);
  return isSwapped ? [ssid, third, second, ...rest] : [ssid, second, third, ...rest];
}

/** Parses `{fname: "Ada"}` or `{name: "fname", value: "Ada"}`. */
function named(part: unknown): [name: string, value: unknown][] {
  if (typeof part !== 'object' || part === null) return [];
  const { name, key, field, value } = part as Record<string, unknown>;
  const label = [name, key, field].find((each) => typeof each === 'string');
  return 'value' in part && label !== undefined ? [[label, value]] : Object.entries(part);
}

function fromName(kind: CodeKind, [name, value]: [string, unknown]): [string, string][] {
  const known = fields[kind].find(([, ...theirs]) => theirs.includes(name.toLowerCase()));
  const text = textIn(value);
  return known && text !== '' ? [[known[0], text]] : [];
}

const isScalar = (value: unknown): value is string | number | boolean | null =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

const textIn = (value: unknown): string => (value === true ? 'true' : isText(value) ? String(value) : '');
const isText = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';
