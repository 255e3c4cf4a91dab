import { Type } from 'typebox';

/** Characters of a text, unless a tool says otherwise. */
const longestText = 100_000;
/** Base64 characters of a file of 3 MB. */
const longestFile = 4_000_000;

interface TextOptions {
  /** Characters. */
  max?: number;
  min?: number;
  description?: string;
}

/** The parameters of tools. Each has a title, which is its label, and a default, which is its example. */
export const input = {
  /** Text of several lines. */
  text: (title: string, fallback: string, { max = longestText, min, description }: TextOptions = {}) =>
    Type.String({
      title,
      default: fallback,
      maxLength: max,
      ...(min !== undefined && { minLength: min }),
      ...(description && { description }),
    }),
  /** A single line. */
  line: (title: string, fallback: string, { max = 500, min, description }: TextOptions = {}) =>
    input.text(title, fallback, {
      max,
      ...(min !== undefined && { min }),
      ...(description && { description }),
    }),
  choice: <const V extends string>(title: string, values: readonly V[], fallback: NoInfer<V>) =>
    Type.Enum([...values], { title, default: fallback }),
  integer: (title: string, fallback: number, minimum: number, maximum: number) =>
    Type.Integer({ title, default: fallback, minimum, maximum }),
  number: (title: string, fallback: number, minimum = -1e15, maximum = 1e15) =>
    Type.Number({ title, default: fallback, minimum, maximum }),
  flag: (title: string, fallback = false) => Type.Boolean({ title, default: fallback }),
  /** A file, as base64; a form takes it as an upload. `accept` is a list of media types. */
  file: (title: string, fallback: string, accept: string) =>
    Type.String({
      title,
      description: 'Base64. A body of the API holds 256 KiB in all',
      default: fallback,
      maxLength: longestFile,
      contentEncoding: 'base64',
      contentMediaType: accept,
    }),
};
