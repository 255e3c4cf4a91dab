import { inEnglish, Message } from '../../kernel/problem.ts';
import { sourceStack } from './source-stack.ts';

/** The placeholder for redacted values. */
const redacted = '[redacted]';

const secretEndings =
  /(password|passwd|passphrase|secret|token|authorization|cookies?|signature|credentials?|apikey|authkey|resetkey|accesskey|secretkey|privatekey|secretaccesskey|xpayment|cuser)$/;
const secretWords = new Set(['code', 'otp', 'totp', 'key', 'sig', 'sid', 'state', 'pwd', 'pass']);
/** Names of credentials in URLs that have other meanings in objects. */
const onlyInAddresses = new Set(['key', 'state', 'sid']);

/**
 * Caches results by key. Keys mostly come from code, so there are few. The bound is for those from outside.
 */
const verdicts = new Map<string, boolean>();

function isSecretName(name: string, inAddress: boolean): boolean {
  const memo = inAddress ? `?${name}` : name;
  let verdict = verdicts.get(memo);
  if (verdict === undefined) {
    const plain = name.toLowerCase().replace(/%5[bd]|[^a-z]/g, '');
    verdict =
      secretEndings.test(plain) || (secretWords.has(plain) && (inAddress || !onlyInAddresses.has(plain)));
    if (verdicts.size < 5000 && memo.length < 100) verdicts.set(memo, verdict);
  }
  return verdict;
}

const parameter = /(?<![\w%.[\]-])([\w%.[\]-]{1,80})=([^&\s"'<>;,#]+)/g;
const embeddedJson = /"([\w-]{1,80})"\s*:\s*"((?:[^"\\]|\\.)*)"/g;
const scheme = /\b(Bearer|Basic|Digest)\s+[\w.~+/=-]{6,}/gi;
const userInfo = /\/\/[^\s/@?#]+@/g;
const dotted = /(?<![\w-])[\w-]{11,}(?:\.[\w-]+)+/g;
const longRun = /(?<![\w-])[\w-]{32,}(?![\w-])/g;

/**
 * Redacts secrets by their shape: `access_token=…`, `Bearer …`, `//user:password@`, and long random strings.
 */
export function redactText(text: string): string {
  let clean = text;
  if (clean.includes('='))
    clean = clean.replace(parameter, (all, name: string) =>
      isSecretName(name, true) ? `${name}=${redacted}` : all,
    );
  if (clean.includes('":') || clean.includes('" :'))
    clean = clean.replace(embeddedJson, (all, name: string) =>
      isSecretName(name, false) ? `"${name}":"${redacted}"` : all,
    );
  if (clean.includes(' ')) clean = clean.replace(scheme, `$1 ${redacted}`);
  if (clean.includes('@')) clean = clean.replace(userInfo, `//${redacted}@`);
  if (clean.length < 20) return clean;
  return clean.replace(dotted, withoutJwt).replace(longRun, (run) => (looksRandom(run) ? redacted : run));
}

/** A JSON Web Token may follow a word and a hyphen. It extends to the end of the string. */
function withoutJwt(run: string): string {
  const at = run.search(/\beyJ[\w-]{8}/);
  return at < 0 ? run : `${run.slice(0, at)}${redacted}`;
}

/**
 * Our own credentials are 43 characters of base64url or at least 32 hex digits. Hyphenated words (slugs) and
 * UUIDs are not redacted: they are names, which the log needs.
 */
function looksRandom(run: string): boolean {
  if (/^[\da-f]+$/i.test(run)) return true;
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(run)) return false;
  return /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run);
}

/** Returns a URL's path and query without credentials, for logs. */
export const redactAddress = (address: string): string => redactText(address);

/** Maximum number of values in a log line. The rest is cut off. */
const maxParts = 2000;
const longestText = 8192;

/**
 * Returns a copy that is safe to log: secrets redacted by key and by shape at any depth, errors with their
 * causes.
 */
export function redact(value: unknown): unknown {
  const seen = new Set<object>();
  let parts = 0;

  const copy = (value: unknown): unknown => {
    if (typeof value === 'string') return redactText(shorten(value));
    if (typeof value === 'bigint') return value.toString();
    if (typeof value !== 'object' || value === null) return value;
    if (++parts > maxParts) return '[more]';
    if (value instanceof Date) return value;
    if (value instanceof Message) return copy(inEnglish(value));
    if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
    if (seen.has(value)) return '[circular]';
    seen.add(value);
    const result = Array.isArray(value)
      ? value.map(copy)
      : value instanceof Error
        ? ofError(value)
        : ofObject(value);
    seen.delete(value);
    return result;
  };

  const ofObject = (value: object, isError = false): Record<string, unknown> => {
    const source = isWritten(value) ? value.toJSON() : value;
    if (typeof source !== 'object' || source === null) return { value: copy(source) };
    const result: Record<string, unknown> = {};
    const entries: Iterable<[unknown, unknown]> = source instanceof Map ? source : Object.entries(source);
    for (const [name, part] of entries) {
      if (++parts > maxParts) break;
      const key = String(name);
      // An error's code is diagnostic (ECONNREFUSED, 23505). Any other `code` may be a credential.
      const secret = isSecretName(key, false) && !(isError && key === 'code');
      result[key] =
        secret && part !== undefined && part !== null ? redacted : isError ? outline(part) : copy(part);
    }
    return result;
  };

  /** Drivers attach their connection to an error. Its class name is enough. */
  const outline = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null || Array.isArray(part) || part instanceof Error)
      return copy(part);
    const { constructor } = part as { constructor?: { name: string } };
    return constructor && constructor !== Object ? `[${constructor.name}]` : copy(part);
  };

  const ofError = (error: Error): Record<string, unknown> => ({
    type: error.name,
    message: copy(error.message),
    stack: error.stack === undefined ? undefined : copy(sourceStack(error.stack)),
    ...ofObject(error, true),
    ...(error.cause === undefined ? {} : { cause: copy(error.cause) }),
    ...(error instanceof AggregateError ? { errors: error.errors.map(copy) } : {}),
  });

  return copy(value);
}

/** Objects with a `toJSON` method. */
const isWritten = (value: object): value is { toJSON: () => unknown } =>
  'toJSON' in value && typeof value.toJSON === 'function';

const shorten = (text: string) =>
  text.length > longestText ? `${text.slice(0, longestText)}… (${text.length} characters)` : text;
