import type { TSchema } from 'typebox';

/** Describes the accepted values of a setting. */
export function expected(schema: TSchema): string {
  const {
    type,
    minimum,
    maximum,
    enum: choices,
    examples,
  } = schema as {
    type?: string;
    minimum?: number;
    maximum?: number;
    enum?: string[];
    examples?: string[];
  };
  if (choices) return `expected one of ${choices.join(', ')}`;
  if (examples) return `expected a value such as ${examples.join(', ')}`;
  if (type === 'integer')
    return `expected a whole number from ${minimum ?? 0}${maximum ? ` to ${maximum}` : ''}`;
  return type === 'boolean' ? 'expected true or false' : `expected ${type ?? 'another value'}`;
}
