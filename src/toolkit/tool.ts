import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox';
import type { App } from '../platform/app.ts';
import type { SandboxTask } from '../platform/sandbox/task.ts';

/** Services available to tools, which have no access to the database or the file system. */
interface Toolbox extends Pick<App, 'outbound' | 'clock'> {
  /** Runs a task on what was fetched, in a process that can be killed. */
  sandbox: <I, O>(task: SandboxTask<I, O>, input: I) => Promise<O>;
}

/**
 * A pure function of its input, without stored state. Its API, price, page, form, catalog entry and
 * documentation are generated from this declaration.
 */
export interface Tool {
  /** Needed only in files with several tools. Defaults to the file name. */
  slug?: string;
  /** `SHA-256 generator`. */
  title: string;
  /** One imperative sentence without a period: `Hash text with SHA-256`. */
  summary: string;
  /** Further search terms. */
  keywords?: string;
  /** One or two sentences about its method, limits and standards. */
  about?: string;
  /** Every parameter has an example, used together if a call has no input. With input, only defaults are added. */
  input: TObject;
  output: TObject;
  /** The result for the example. Unset if the result is random or depends on the network. */
  sample?: unknown;
  /** The input may be secret: it never appears in a URL and is never stored. */
  secret?: boolean;
  /** Input can make the work expensive, so it runs in a process that can be killed. */
  isolated?: boolean;
  /** Sends requests to hosts chosen by the caller, so the free limit is much lower. */
  network?: boolean;
  /** For an isolated tool: rejects what its run would reject, before a price is quoted. */
  check?: (input: never) => void;
  run: (input: never, toolbox: Toolbox) => unknown;
}

interface Declaration<I extends TProperties, O extends TProperties> extends Omit<
  Tool,
  'input' | 'output' | 'sample' | 'check' | 'run'
> {
  input: I;
  output: O;
  sample?: NoInfer<Static<TObject<O>>>;
  check?: (input: Static<TObject<I>>) => void;
  run: (
    input: Static<TObject<I>>,
    toolbox: Toolbox,
  ) => NoInfer<Static<TObject<O>>> | Promise<NoInfer<Static<TObject<O>>>>;
}

/** Declares a tool. */
export const tool = <I extends TProperties, O extends TProperties>({
  input,
  output,
  ...rest
}: Declaration<I, O>): Tool => ({
  ...rest,
  input: {
    ...Type.Object(input, { additionalProperties: false }),
    required: Object.keys(input).filter((name) => !('default' in (input[name] ?? {}))) as never,
  },
  output: Type.Object(output),
});

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

/** Output fields of tools. Each has a title, shown as its label. */
export const output = {
  text: (title: string) => Type.String({ title }),
  /** Code, displayed verbatim. */
  code: (title: string) => Type.String({ title, contentMediaType: 'text/plain' }),
  number: (title: string) => Type.Number({ title }),
  integer: (title: string) => Type.Integer({ title }),
  flag: (title: string) => Type.Boolean({ title }),
  list: (title: string) => Type.Array(Type.String(), { title }),
  table: <P extends TProperties>(title: string, columns: P) => Type.Array(Type.Object(columns), { title }),
  /** Any JSON value. */
  json: (title: string) => Type.Unknown({ title }),
  /** An SVG image as markup. */
  svg: (title: string) => Type.String({ title, contentMediaType: 'image/svg+xml' }),
  /** A CSS color, displayed with a swatch. */
  color: (title: string) => Type.String({ title, contentMediaType: 'text/x-color' }),
  file: (title: string) =>
    Type.Object({ name: Type.String(), type: Type.String(), base64: Type.String() }, { title }),
  files: (title: string) =>
    Type.Array(Type.Object({ name: Type.String(), type: Type.String(), base64: Type.String() }), { title }),
  /** Nullable. */
  orNull: <S extends TSchema>(schema: S) =>
    Type.Union([schema, Type.Null()], { title: (schema as { title?: string }).title ?? '' }),
};
