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
