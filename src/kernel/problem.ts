import type IntlMessages from 'intl-messageformat';
import { createRequire } from 'node:module';

/** All kinds of errors that a caller can cause or encounter, independent of any API family. */
export type ProblemKind =
  | 'invalid'
  | 'unauthenticated'
  | 'unpaid'
  | 'forbidden'
  | 'missing'
  | 'wrong-method'
  | 'conflict'
  | 'gone'
  | 'too-large'
  | 'unsupported'
  | 'unprocessable'
  | 'throttled'
  | 'failed'
  | 'unavailable'
  /** The response to a change was lost, so that it may stand. */
  | 'outcome-unknown';

const statusOf: Readonly<Record<ProblemKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  unpaid: 402,
  forbidden: 403,
  missing: 404,
  'wrong-method': 405,
  conflict: 409,
  gone: 410,
  'too-large': 413,
  unsupported: 415,
  unprocessable: 422,
  throttled: 429,
  failed: 500,
  unavailable: 503,
  'outcome-unknown': 503,
};

/** An error in one input field. */
export interface FieldError {
  /** As the caller spelled it, such as `photos.2.alt`. Empty for the input as a whole. */
  field: string;
  message: MessageText;
}

/** The errors shown with a rejected form, in the language of the reader. */
export interface FieldProblem {
  /** Name of the invalid field. Empty for the form as a whole. */
  field: string;
  message: string;
  /** Every invalid field with its message. */
  errors?: readonly { field: string; message: string }[];
}

interface ProblemDetail {
  /** Machine-readable code for APIs that have one, such as `authorization_pending`. */
  code?: string;
  /** The invalid input field, as the caller spelled it. */
  field?: string;
  /** Every invalid field, if there are several. */
  errors?: readonly FieldError[];
  /** Seconds to wait before retrying. */
  retryAfter?: number;
  /** For the log only. Never sent to the caller. */
  cause?: unknown;
}

/**
 * The only error that domain code throws. Its text is safe for the caller, and is translated where it is
 * shown: `t(problem.text)`. `message` is English, for logs. Details for the log go in `cause`. Any other error
 * is a bug.
 */
export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly code: string | undefined;
  readonly field: string | undefined;
  readonly errors: readonly FieldError[];
  readonly retryAfter: number | undefined;
  readonly #text: MessageText;

  constructor(kind: ProblemKind, text: MessageText, detail: ProblemDetail = {}) {
    super(inEnglish(text), { cause: detail.cause });
    this.name = 'Problem';
    this.#text = text;
    this.kind = kind;
    this.code = detail.code;
    this.field = detail.field;
    this.errors = detail.errors ?? (detail.field ? [{ field: detail.field, message: text }] : []);
    this.retryAfter = detail.retryAfter;
  }

  /** The message with its values, for the reader. */
  get text(): MessageText {
    return this.#text;
  }

  get status(): number {
    return statusOf[this.kind];
  }
}

export const invalid = (field: string, text: MessageText) => new Problem('invalid', text, { field });
export const missing = (what: MessageText) => new Problem('missing', msg('{what} not found', { what }));

/** Runs every check and throws one problem that lists all invalid fields. */
export function checkAll(...checks: readonly (() => void)[]): void {
  const found = checks.flatMap((check) => problemOf(check));
  const [first] = found;
  if (!first) return;
  if (found.length === 1) throw first;
  const errors = found.flatMap((problem) => problem.errors);
  const text = joinMessages(
    found.map((problem) => problem.text),
    '; ',
  );
  throw new Problem(first.kind, text, { field: first.field ?? '', errors });
}

function problemOf(check: () => void): Problem[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof Problem) return [error];
    throw error;
  }
}

/**
 * The value of a placeholder. Numbers are formatted in the reader's language, messages are translated, and a
 * function formats its value for a language.
 */
export type MessageValue =
  string | number | bigint | Date | Message | ((language: string, translate: Translate) => string);

/** The values of placeholders in a message. */
export type MessageValues = Readonly<Record<string, MessageValue>>;

/** A text for people, in English with placeholders, and their values. It is translated where it is shown. */
export class Message {
  readonly source: string;
  readonly values: MessageValues | undefined;

  constructor(source: string, values?: MessageValues) {
    this.source = source;
    this.values = values;
  }
}

/** A message, or a text that is shown unchanged, such as what another service answered. */
export type MessageText = string | Message;

/**
 * Declares a message before its reader is known, in a table or in a `Problem`: `msg('At most {max} links', { max })`.
 * `t(message)` translates it. `npm run languages` collects the texts.
 */
export const msg = (source: string, values?: MessageValues): Message => new Message(source, values);

/** Joins messages, such as all errors of a form. */
export const joinMessages = (messages: readonly MessageText[], separator: string): Message =>
  new Message(
    messages.map((_message, i) => `{part${i}}`).join(separator),
    Object.fromEntries(messages.map((message, i) => [`part${i}`, message])),
  );

/** Changes the text of a message after its translation. */
export const changeMessage = (message: MessageText, change: (text: string) => string): Message =>
  new Message('{text}', {
    text: (language, translate) => change(formatMessage(message, language, translate)),
  });

/** Translates a source text, or returns it unchanged. */
type Translate = (source: string) => string;

const untranslated: Translate = (source) => source;

/** Formats a message in a language, with its translation. */
export function formatMessage(message: MessageText, language: string, translate: Translate): string {
  if (typeof message === 'string') return message;
  const { source, values } = message;
  const text = translate(source);
  return values ? formatOf(language, text).format(values, translate) : text;
}

/** For logs and error messages, which operators read, whatever the language of the request. */
export const inEnglish = (message: MessageText): string => formatMessage(message, 'en', untranslated);

interface Formatter {
  format(values: MessageValues, translate: Translate): string;
}

const formats = new Map<string, Formatter>();

/** Parses a message once per language. The cache is bounded by the number of messages in the sources. */
function formatOf(language: string, text: string): Formatter {
  const key = `${language} ${text}`;
  let format = formats.get(key);
  if (!format) {
    const parsed = new (messageFormat())(text, language, undefined, { ignoreTag: true });
    const plain = plainPlaceholders(parsed.getAst());
    format = {
      format: (values, translate) => String(parsed.format(readable(values, plain, language, translate))),
    };
    formats.set(key, format);
  }
  return format;
}

/** What a parsed message consists of. `{name}` has the type 0 for texts and 1 for placeholders. */
interface Part {
  type: number;
  value?: string;
  options?: Readonly<Record<string, { value: readonly Part[] }>>;
}

const isPlain = ({ type }: Part) => type === 1;

/**
 * Renames the placeholders without a format, such as `{max}`, because the same value may also choose a plural.
 * Returns their names.
 */
function plainPlaceholders(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    const inside = Object.values(part.options ?? {}).flatMap(({ value }) => plainPlaceholders(value));
    if (!isPlain(part) || part.value === undefined) return inside;
    const { value: name } = part;
    part.value = renamed(name);
    return [name, ...inside];
  });
}

const renamed = (name: string) => `plain ${name}`;

/**
 * Formats values that ICU prints as they are: numbers in placeholders without a format (12,345 instead of
 * 12345), messages, and functions.
 */
function readable(
  values: MessageValues,
  plain: readonly string[],
  language: string,
  translate: Translate,
): Record<string, string> {
  const all: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values))
    all[name] =
      value instanceof Message
        ? formatMessage(value, language, translate)
        : typeof value === 'function'
          ? value(language, translate)
          : value;
  for (const name of plain) {
    const value = all[name];
    all[renamed(name)] =
      typeof value === 'number' || typeof value === 'bigint' ? numbersIn(language).format(value) : value;
  }
  return all as Record<string, string>;
}

const numbers = new Map<string, Intl.NumberFormat>();

function numbersIn(language: string): Intl.NumberFormat {
  let format = numbers.get(language);
  if (!format) numbers.set(language, (format = new Intl.NumberFormat(language)));
  return format;
}

let loaded: typeof IntlMessages | undefined;

/** Loaded on first use, because many responses, such as redirects, format no message. */
function messageFormat(): typeof IntlMessages {
  const load = createRequire(import.meta.url);
  return (loaded ??= (load('intl-messageformat') as { IntlMessageFormat: typeof IntlMessages })
    .IntlMessageFormat);
}
