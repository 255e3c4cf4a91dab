import type { Sent } from '../peers/exchange.ts';
import type { Target } from '../garbage/requests.ts';
import type { Schema } from '../garbage/values.ts';
import type { Shape } from './texts.ts';

/** A text field of an operation or a form. */
export interface TextField {
  target: Target;
  place: 'query' | 'body';
  name: string;
  /** The maximum length in its schema. */
  longest: number;
}

/** Maximum length of a request line, and of a form field without a limit. */
const room = { query: 4000, body: 100_000 };

/** Returns every text field of both services. */
export const textFields = (targets: readonly Target[]): TextField[] =>
  targets.flatMap((target) =>
    (['query', 'body'] as const).flatMap((place) =>
      Object.entries(target[place]?.properties ?? {}).flatMap(([name, schema]) => {
        const longest = longestOf(schema);
        return longest === undefined
          ? []
          : [{ target, place, name, longest: Math.min(longest, room[place]) }];
      }),
    ),
  );

/** Returns undefined for fields that take no text, or only enumerated or patterned text. */
function longestOf(schema: Schema): number | undefined {
  if ('const' in schema || schema.enum || schema.pattern !== undefined) return undefined;
  if (schema.anyOf) return schema.anyOf.map(longestOf).find((longest) => longest !== undefined);
  if (schema.type === 'array') return longestOf(schema.items ?? {});
  return schema.type === 'string' ? (schema.maxLength ?? Infinity) : undefined;
}

/** Returns a request that is valid except for the text in one field. */
export function requestWith(
  { target, place, name, longest }: TextField,
  { make: create }: Shape,
  more = 0,
): Sent {
  const text = create(longest).slice(0, longest).toWellFormed() + 'x'.repeat(more);
  const path = target.path.replaceAll(/:\w+/g, '1');
  if (place === 'query')
    return { method: target.method, path: `${path}?${inQuery(name, text)}`, headers: {} };
  const schema = target.body?.properties?.[name];
  const fields = {
    ...required(target.body),
    ...(target.example as object | undefined),
    [name]: schema?.type === 'array' ? [text] : text,
  };
  const isForm = target.kind === 'page';
  return {
    method: target.method,
    path,
    headers: { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' },
    body: isForm ? new URLSearchParams(fields as Record<string, string>).toString() : JSON.stringify(fields),
  };
}

/** Percent-encoding makes text up to nine times as long. */
const inQuery = (name: string, text: string) =>
  `${name}=${encodeURIComponent(text)}`.slice(0, room.query * 2).replace(/%.?$/, '');

/** Returns a value for each required field. */
const required = (schema: Schema | undefined): Record<string, unknown> =>
  Object.fromEntries((schema?.required ?? []).map((name) => [name, something(schema?.properties?.[name])]));

function something(schema: Schema = {}): unknown {
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return something(schema.anyOf[0]);
  if (schema.type === 'array') return [something(schema.items)];
  if (schema.type === 'boolean') return true;
  return schema.type === 'integer' || schema.type === 'number' ? 1 : '1';
}

/** As `requestWith`, with text of the maximum length in every field of the body at once. Undefined without any. */
export function fullRequest(
  target: Target,
  fields: readonly TextField[],
  create: Shape['make'],
): Sent | undefined {
  const inBody = fields.filter(({ place }) => place === 'body');
  if (inBody.length === 0) return undefined;
  const isForm = target.kind === 'page';
  const share = isForm ? 80_000 : 100_000;
  let left = 240_000;
  const texts = inBody
    .toSorted(
      (one, other) =>
        Number(other.name === 'text') - Number(one.name === 'text') || other.longest - one.longest,
    )
    .flatMap(({ name, longest }) => {
      const text = create(Math.min(longest, share)).slice(0, longest).toWellFormed();
      left -= isForm ? encodeURIComponent(text).length : Buffer.byteLength(JSON.stringify(text));
      if (left < 0) return [];
      return [[name, target.body?.properties?.[name]?.type === 'array' ? [text] : text] as const];
    });
  const values = {
    ...required(target.body),
    ...(target.example as object | undefined),
    ...Object.fromEntries(texts),
  };
  return bodyOf(
    target,
    isForm ? new URLSearchParams(values as Record<string, string>).toString() : JSON.stringify(values),
  );
}

const bodyOf = (target: Target, body: string, type?: string): Sent => ({
  method: target.method,
  path: target.path.replaceAll(/:\w+/g, '1'),
  headers: {
    'content-type':
      type ?? (target.kind === 'page' ? 'application/x-www-form-urlencoded' : 'application/json'),
  },
  body,
});

const numbers = Array.from({ length: 20_000 }, (_, at) => at);
const form = numbers.map((at) => `f${at}=1`).join('&');
const parts = numbers
  .map((at) => `--x\r\nContent-Disposition: form-data; name="f${at}"\r\n\r\n1\r\n`)
  .join('');
const wide = Object.fromEntries(numbers.map((at) => [`f${at}`, 1]));

/** Bodies with as many fields, entries or levels as fit, by name. Each is made when it is sent. */
export function largeBodies(target: Target): [name: string, create: () => Sent][] {
  const names = Object.keys(target.body?.properties ?? {});
  const formOf = (fields: string) => bodyOf(target, fields, 'application/x-www-form-urlencoded');
  const forms: [string, () => Sent][] = [
    ['20,000 fields', () => formOf(form)],
    ['a field 60,000 times', () => formOf(`${names[0] ?? 'a'}=1&`.repeat(60_000).slice(0, 250_000))],
    ['1,000 fields', () => formOf(form.split('&').slice(0, 1000).join('&'))],
    [
      '20,000 fields in a multipart form',
      () => bodyOf(target, `${parts}--x--\r\n`, 'multipart/form-data; boundary=x'),
    ],
  ];
  if (target.kind === 'page') return forms;
  const base = { ...required(target.body), ...(target.example as object | undefined) };
  const json = (value: object) => bodyOf(target, JSON.stringify({ ...base, ...value }));
  const repeat = (length: number, value: unknown) => Array.from({ length }, () => value);
  const lists = Object.entries(target.body?.properties ?? {}).flatMap(
    ([name, schema]): [string, () => Sent][] => {
      const list = [schema, ...(schema.anyOf ?? [])].find(({ type }) => type === 'array');
      if (!list) return [];
      const known = (target.example as Record<string, unknown> | undefined)?.[name];
      const item = (Array.isArray(known) ? (known as unknown[])[0] : undefined) ?? something(list.items);
      const most = Math.min(
        (list as { maxItems?: number }).maxItems ?? 50_000,
        Math.floor(200_000 / JSON.stringify(item).length),
      );
      return [
        [
          `${most} entries in ${name}`,
          () => json({ [name]: Array.from({ length: most }, (_, at) => numbered(item, at)) }),
        ],
        [`100,000 wrong entries in ${name}`, () => json({ [name]: repeat(100_000, 1) })],
        [`60,000 empty records in ${name}`, () => json({ [name]: repeat(60_000, {}) })],
      ];
    },
  );
  const [first] = names;
  return [
    ...forms.slice(0, 1),
    ['20,000 unknown keys', () => json(wide)],
    ...(first === undefined
      ? []
      : [[`20,000 keys in ${first}`, () => json({ [first]: wide })] as [string, () => Sent]]),
    ['NUL after 100,000 numbers', () => json({ list: [...repeat(100_000, 1), '\0'] })],
    ...lists,
  ];
}

/** A distinct value of the same kind, as lists may not repeat one. */
function numbered(value: unknown, at: number): unknown {
  if (typeof value === 'string') return /^\d+$/.test(value) ? String(at + 1) : `${value}${at}`;
  if (typeof value === 'number') return at + 1;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, numbered(inner, at)]));
}
