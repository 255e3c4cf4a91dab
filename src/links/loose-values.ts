import { completeUrl } from '../kernel/text.ts';
import { type TSchema, Type } from 'typebox';
import { Answer } from '../platform/http/families/links.ts';

/** Clients send '', null or false for missing values. */
export const orBlank = <S extends TSchema>(schema: S, description?: string) =>
  Type.Optional(
    Type.Union(
      [schema, Type.Literal(''), Type.Null(), Type.Literal(false)],
      description ? { description } : {},
    ),
  );

/** Accepts `{}` as an empty list, as some clients encode it. */
export const listOrBlank = <S extends TSchema>(item: S, description?: string) =>
  orBlank(
    Type.Union([Type.Array(item), Type.Unsafe<Record<string, never>>({ type: 'object', maxProperties: 0 })]),
    description,
  );

/** Text that may arrive as a number: PHP and JavaScript clients send `1234` for "1234". */
export const NumberOrText = (description?: string) =>
  Type.Union([Type.String(), Type.Number()], description ? { description } : {});

export const OneOf = <V extends string>(values: V[], description?: string) =>
  Type.Enum(values, description ? { description } : {});

export const looseText = (description: string) => orBlank(NumberOrText(), description);

/** An id as a number or as digits. */
export const NumberOrDigits = Type.Union([Type.Integer(), Type.String({ pattern: '^[0-9]+$' })]);

/** A boolean in any form that PHP forms and JSON use. */
export const lenientBoolean = (description: string) =>
  Type.Optional(
    Type.Union([Type.Boolean(), Type.Enum(['true', 'false', '1', '0', '']), Type.Enum([0, 1]), Type.Null()], {
      description,
    }),
  );

/** Undefined: omitted. '': explicitly blank. */
export const textOf = (value: unknown): string | undefined =>
  value === undefined
    ? undefined
    : typeof value === 'string' || typeof value === 'number'
      ? String(value)
      : '';

/** Undefined: omitted or blank. */
export function flagOf(value: unknown): boolean | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return value === true || value === 'true' || value === 1 || value === '1';
}

/** Digits. Undefined: omitted or blank. */
export const looseId = (value: string | number | false | null | undefined): string | undefined =>
  value === undefined || value === null || value === false || value === '' ? undefined : String(value);

/**
 * Rewrites what clients send in place of missing values, before a body is validated: an empty variable as the
 * text `null`, ids of 0, the zero date of MySQL, rows of a form that were left blank, and lists that PHP encodes
 * as objects because entries were removed.
 */
export const blankOut = (body: unknown): void => blankOutFields(body, none, none);

/** The same for bodies with more fields that can be blank, some of them lists. */
export function blankOutFields(body: unknown, blank: ReadonlySet<string>, lists: ReadonlySet<string>): void {
  if (!isObject(body)) return;
  for (const [name, value] of Object.entries(body)) {
    if ((blank.has(name) || optional.has(name)) && isBlank(name, value)) body[name] = '';
    else if (lists.has(name)) body[name] = toList(name, value);
    else if (blank.has(name) && isObject(value)) blankOut(value);
  }
}

const none: ReadonlySet<string> = new Set();

type Fields = Record<string, unknown>;

/** Fields where `null` as text cannot be meant. Names, aliases and passwords can be any text. */
const optional = new Set([
  ...[
    'status',
    'domain',
    'channel',
    'campaign',
    'utmtemplate',
    'description',
    'tags',
    'state',
    'auto',
    'apple',
    'google',
  ],
  ...['background', 'foreground', 'logo', 'size', 'format', 'color', 'starred', 'slug', 'public', 'type'],
  ...['redirectroot', 'redirect404', 'shape', 'corners', 'margin', 'errorcorrection', 'dynamic'],
]);
const ids = new Set(['channel', 'campaign', 'utmtemplate']);

function isBlank(name: string, value: unknown): boolean {
  if (value === 'null' || value === 'undefined') return true;
  if (ids.has(name)) return value === 0 || value === '0';
  return name === 'expiry' && (value === 0 || /^(0|0000-00-00.*)$/.test(String(value)));
}

function toList(name: string, value: unknown): unknown {
  const list =
    isObject(value) && Object.keys(value).every((key) => /^\d+$/.test(key)) ? Object.values(value) : value;
  return Array.isArray(list) ? list.filter((each: unknown) => !isBlankEntry(name, each)) : list;
}

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  value === 'null' ||
  value === 'undefined';

/** A pixel that was not chosen, or a row of a form without its destination or name. */
function isBlankEntry(list: string, entry: unknown): boolean {
  if (!isObject(entry)) return isEmpty(entry);
  const key = list === 'parameters' ? ('name' in entry ? 'name' : 'device') : 'link';
  return key in entry && isEmpty(entry[key]);
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Completes the URLs in these fields of a form. */
export function typedAddresses<F extends object>(form: F, ...names: readonly (keyof F & string)[]): F {
  const typed = names.flatMap((name) => {
    const value = form[name];
    return typeof value === 'string' ? [[name, completeUrl(value)]] : [];
  });
  return { ...form, ...(Object.fromEntries(typed) as Partial<F>) };
}

/** A response with one record. Clients read its fields at the top level or in `data`. */
export const SingleRecord = <T extends Record<string, TSchema>>(fields: T) =>
  Answer({ ...fields, data: Type.Object(fields) });

export const singleRecord = <T extends object>(record: T): T & { data: T } => ({ ...record, data: record });
