import type { Sent } from '../peers/exchange.ts';
import type { Target } from '../garbage/requests.ts';
import type { Schema } from '../garbage/values.ts';
import type { Shape } from './texts.ts';

/** A field of an operation or of a form that takes any text. */
export interface TextField {
  target: Target;
  place: 'query' | 'body';
  name: string;
  /** The longest that its shape allows. */
  longest: number;
}

/** What a request line has room for, and what a form may hold where nothing says how long it may be. */
const room = { query: 4000, body: 100_000 };

/** Every field of text that both services read. */
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

/** Undefined for what takes no text, or only texts of a list or a pattern. */
function longestOf(schema: Schema): number | undefined {
  if ('const' in schema || schema.enum || schema.pattern !== undefined) return undefined;
  if (schema.anyOf) return schema.anyOf.map(longestOf).find((longest) => longest !== undefined);
  if (schema.type === 'array') return longestOf(schema.items ?? {});
  return schema.type === 'string' ? (schema.maxLength ?? Infinity) : undefined;
}

/** A request that is in order but for the text in one field. */
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

/** Percent-encoded text is up to nine times as long. */
const inQuery = (name: string, text: string) =>
  `${name}=${encodeURIComponent(text)}`.slice(0, room.query * 2).replace(/%.?$/, '');

/** Something for each field that must be there. */
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
