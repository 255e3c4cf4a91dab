import { Type } from 'typebox';
import type { TSchema } from 'typebox';

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

export const looseText = (description: string) => orBlank(NumberOrText(), description);

/** An id as a number or as digits. */
export const LooseId = Type.Union([Type.Integer(), Type.String({ pattern: '^[0-9]+$' })]);

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
export const idOf = (value: string | number | false | null | undefined): string | undefined =>
  value === undefined || value === null || value === false || value === '' ? undefined : String(value);
