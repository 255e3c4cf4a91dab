import { Type } from 'typebox';

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

/** Parameters of tools. Each has a title, used as its label, and a default, used as its example. */
export const input = {
  /** A multi-line text. */
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
  /** A base64 file, uploaded in forms. `accept` is a list of media types. */
  file: (title: string, fallback: string, accept: string) =>
    Type.String({
      title,
      description: 'Base64. An API request body is limited to 256 KiB in total',
      default: fallback,
      maxLength: longestFile,
      contentEncoding: 'base64',
      contentMediaType: accept,
    }),
};
