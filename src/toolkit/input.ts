import { Type } from 'typebox';
import type { Static, TObject, TSchema } from 'typebox';

/** Maximum characters of a text, unless a tool sets another limit. */
const longestText = 100_000;
/** Maximum Base64 characters of a file, for 3 MB. */
const longestFile = 4_000_000;

interface TextOptions {
  /** Maximum number of characters. */
  max?: number;
  min?: number;
  description?: string;
}

/**
 * Parameters of tools. Each has a title, used as its label, and an example. Choices, flags and texts with an
 * empty example are optional: where they are absent, the example is their default. Everything else is required,
 * unless it is `optional`.
 */
export const input = {
  /** A multi-line text. */
  text: (title: string, example: string, { max = longestText, min, description }: TextOptions = {}) =>
    Type.String({
      title,
      ...(example === '' ? { default: '' } : { examples: [example] }),
      maxLength: max,
      ...(min !== undefined && { minLength: min }),
      ...(description && { description }),
    }),
  /** A single line. */
  line: (title: string, example: string, { max = 500, min, description }: TextOptions = {}) =>
    input.text(title, example, {
      max,
      ...(min !== undefined && { min }),
      ...(description && { description }),
    }),
  choice: <const V extends string>(title: string, values: readonly V[], fallback: NoInfer<V>) =>
    Type.Enum([...values], { title, default: fallback }),
  integer: (title: string, example: number, minimum: number, maximum: number) =>
    Type.Integer({ title, examples: [example], minimum, maximum }),
  number: (title: string, example: number, minimum = -1e15, maximum = 1e15) =>
    Type.Number({ title, examples: [example], minimum, maximum }),
  flag: (title: string, fallback = false) => Type.Boolean({ title, default: fallback }),
  /** A base64 file, uploaded in forms. `accept` is a list of media types. */
  file: (title: string, example: string, accept: string) =>
    Type.String({
      title,
      description: 'Base64. An API request body is limited to 256 KiB in total',
      examples: [example],
      maxLength: longestFile,
      contentEncoding: 'base64',
      contentMediaType: accept,
    }),
  /**
   * A parameter that can be absent. Its default means the same in every call: a usual setting, by default the
   * example, or the value that changes nothing.
   */
  optional: <S extends TSchema>(schema: S, neutral?: Static<S>): S => {
    const { examples, ...rest } = schema as S & Described;
    const example = exampleOf(schema);
    const fallback = neutral === undefined ? example : neutral;
    return {
      ...rest,
      default: fallback,
      ...(example !== fallback && { examples: examples ?? [example] }),
    } as unknown as S;
  },
  /** A parameter without a default, because no value of it means the same in every call. */
  required: <S extends TSchema>(schema: S): S => {
    const { default: example, ...rest } = schema as S & Described;
    return { ...rest, examples: [example] } as unknown as S;
  },
};

interface Described {
  default?: unknown;
  examples?: readonly unknown[];
}

const exampleOf = (schema: TSchema): unknown => {
  const { examples, default: fallback } = schema as Described;
  return examples ? examples[0] : fallback;
};

/** Returns the example of a tool: its input if a call has none. */
export const examplesOf = ({ properties }: TObject): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties as Record<string, TSchema>).map(([name, schema]) => [name, exampleOf(schema)]),
  );

/**
 * Returns the input of a call before validation: the whole example if the call has no input, and otherwise what
 * was given, to which validation adds only the defaults.
 */
export const givenOrExample = (shape: TObject, given: object): object =>
  Object.keys(given).length === 0 ? examplesOf(shape) : structuredClone(given);

/** Describes input for clients: nothing at all, or at least what is required. */
export function documentedShape({ required, ...shape }: TObject): object {
  const needed: readonly string[] = required;
  return needed.length === 0 ? shape : { ...shape, anyOf: [{ maxProperties: 0 }, { required: needed }] };
}
