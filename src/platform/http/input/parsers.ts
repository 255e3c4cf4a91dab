import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { excessOf, maxDepth, maxEntries, maxJsonKeys, measureJson } from '../../../kernel/json.ts';
import { invalid, Problem, msg } from '../../../kernel/problem.ts';
import { toCharacters } from '../../../kernel/text.ts';

/** Maximum size of JSON and urlencoded bodies. */
export const bodyLimit = 256 * 1024;
/** Maximum number of fields in a form, several times that of the largest page. Each costs microseconds. */
const maxFields = 1000;
declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the raw body. Undefined without a body, and for multipart forms. */
    bodyHash?: Buffer;
  }
}

/**
 * Replaces Fastify's parsers: an empty JSON body counts as no body (clients send the content type on every
 * request). Invalid UTF-8 and NUL characters, which PostgreSQL cannot store, are rejected.
 */
export function addParsers(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, jsonParser(server));
  server.addContentTypeParser(form, { parseAs: 'buffer' }, parseForm);
}

/**
 * Makes a scope of JSON operations accept JSON objects of any type: `curl -d` and PHP declare a form, `fetch`
 * declares text, and others nothing. Browsers send such requests to other sites without a preflight, so only
 * for scopes where a cookie alone identifies no one. With `refusesRepeatedKeys`, rejects objects with
 * duplicate keys, because a paid request must be unambiguous.
 */
export function acceptUndeclaredJson(scope: FastifyInstance, { refusesRepeatedKeys = false } = {}): void {
  const parseJson = jsonParser(scope, refusesRepeatedKeys);
  scope.removeContentTypeParser(['application/json', form]);
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, parseJson);
  scope.addContentTypeParser<Buffer>(form, { parseAs: 'buffer' }, (request, body, done) => {
    (beginsObject(body) ? parseJson : parseForm)(request, body, done);
  });
  scope.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0 || beginsObject(body)) parseJson(request, body, done);
    else done(new Problem('unsupported', msg('Send the body as JSON, with Content-Type: application/json')));
  });
  // Fastify would reject a malformed type such as `json` before it looks for a parser.
  scope.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    if (!mediaType.test(headers['content-type'] ?? 'none/none')) delete headers['content-type'];
    done();
  });
}

const form = 'application/x-www-form-urlencoded';
const mediaType = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/;
/** Skips a byte order mark and white space. */
const beginsObject = (body: Buffer) => /^\uFEFF?\s*\{/.test(body.toString('utf8', 0, 100));

type Parse = (
  request: FastifyRequest,
  body: Buffer,
  done: (error: Error | null, body?: unknown) => void,
) => void;

const parseForm: Parse = (request, body, done) => {
  if (!isUtf8(body)) return done(new Problem('invalid', msg('The body is not valid UTF-8')));
  if (hasMoreThan(body, ampersand, maxFields - 1)) return done(tooManyFields(maxFields));
  request.bodyHash = hashOf(body);
  const fields = toFields(new URLSearchParams(body.toString('utf8')));
  const nul = pathToNul(fields);
  done(nul === undefined ? null : nulProblem(nul), cleanStrings(fields));
};

export const tooManyFields = (maxFields: number): Problem =>
  new Problem('too-large', msg('The form can have at most {maxFields} fields', { maxFields }), {
    code: 'too_many_fields',
  });

const ampersand = 0x26;

function hasMoreThan(body: Buffer, byte: number, max: number): boolean {
  let count = 0;
  for (let at = body.indexOf(byte); at >= 0; at = body.indexOf(byte, at + 1))
    if ((count += 1) > max) return true;
  return false;
}

function jsonParser(server: FastifyInstance, refusesRepeatedKeys = false): Parse {
  const parseJson = server.getDefaultJsonParser('error', 'error');
  return (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    if (!isUtf8(body)) return done(new Problem('invalid', msg('The body is not valid UTF-8')));
    const text = body.toString('utf8');
    const excess = jsonProblem(text);
    if (excess) return done(excess);
    request.bodyHash = hashOf(body);
    void parseJson(request, text, (error, value: unknown) => {
      if (error) return done(new Problem('invalid', msg('The body is not valid JSON'), { cause: error }));
      const nul = text.includes('\\u0000') ? pathToNul(value) : undefined;
      if (nul !== undefined) return done(nulProblem(nul));
      if (refusesRepeatedKeys && hasRepeatedKey(text, value)) return done(repeatedKey());
      if (!mayNeedCleaning.test(text)) return done(null, value);
      if (hasBrokenName(value))
        return done(new Problem('invalid', msg('The body has a name that is not text')));
      done(null, cleanStrings(value));
    });
  };
}

/** The error of JSON that is too deep or has too many parts, which is not parsed. */
export function jsonProblem(text: string): Problem | undefined {
  const excess = excessOf(text);
  if (excess === undefined) return undefined;
  return excess === 'depth'
    ? new Problem('invalid', msg('The body is nested deeper than {maxDepth} levels', { maxDepth }))
    : new Problem(
        'too-large',
        msg('The body can have at most {maxKeys} keys and {maxEntries} entries', {
          maxKeys: maxJsonKeys,
          maxEntries,
        }),
        { code: 'too_many_fields' },
      );
}

/**
 * The error of JSON that is not parsed, or that has a key twice in an object: programs between us and the caller may have
 * read the other value. JSON that is malformed is the protocol's own error.
 */
export function agentJsonProblem(text: string): Problem | undefined {
  const excess = jsonProblem(text);
  if (excess) return excess;
  try {
    return hasRepeatedKey(text, JSON.parse(text)) ? repeatedKey() : undefined;
  } catch {
    return undefined;
  }
}

/** As `agentJsonProblem`, for protocols whose library passes on NUL characters. */
export function mcpJsonProblem(text: string): Problem | undefined {
  const problem = agentJsonProblem(text);
  if (problem || !text.includes('\\u0000')) return problem;
  try {
    const nul = pathToNul(JSON.parse(text));
    return nul === undefined ? undefined : nulProblem(nul);
  } catch {
    return undefined;
  }
}

const repeatedKey = () => new Problem('invalid', msg('The body contains a duplicate key'));

/** Passes every body to handlers as text, whatever its type, for them to validate. */
export function addTextParsers(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  scope.setValidatorCompiler(() => () => true);
}

const hashOf = (body: Buffer): Buffer => hash('sha256', body, 'buffer');

const nulProblem = (path: string) =>
  invalid(path, msg('{value} contains a NUL character', { value: path || 'The body' }));

/** Repeated names become lists. `name[]` is always a list. */
export function toFields(pairs: Iterable<[string, string]>): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (const [key, value] of pairs) {
    const name = key.endsWith('[]') ? key.slice(0, -2) : key;
    const before = fields[name];
    // Appended in place: copying the list for each value would block for minutes with a hundred thousand
    // values.
    if (Array.isArray(before)) before.push(value);
    else if (before !== undefined) fields[name] = [before, value];
    else fields[name] = key.endsWith('[]') ? [value] : value;
  }
  return { ...fields };
}

/** JSON can contain a lone surrogate only escaped. */
const mayNeedCleaning = /\\u[df]|\p{Noncharacter_Code_Point}/iu;

/** Whether a name in parsed JSON has a lone surrogate, which PostgreSQL cannot store. Iterative. */
export function hasBrokenName(root: unknown): boolean {
  const todo: unknown[] = [root];
  while (todo.length > 0) {
    const next = todo.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next) && Object.keys(next).some((name) => !name.isWellFormed())) return true;
    for (const value of Object.values(next))
      if (typeof value === 'object' && value !== null) todo.push(value);
  }
  return false;
}

/**
 * Removes noncharacters and replaces lone surrogates in all strings of a parsed body, which some format would refuse
 * later. Changes objects and lists in place, and is iterative, so deep nesting is safe.
 */
export function cleanStrings(root: unknown): unknown {
  if (typeof root === 'string') return toCharacters(root);
  const todo: unknown[] = [root];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const holder = next as Record<string, unknown>;
    for (const key of Object.keys(holder)) {
      const value = holder[key];
      if (typeof value === 'string') holder[key] = toCharacters(value);
      else if (typeof value === 'object' && value !== null) todo.push(value);
    }
  }
  return root;
}

/** A value inside of a parsed body. Paths are only joined where one is needed. */
interface Place {
  value: object;
  key: string;
  above?: Place;
}

/**
 * Returns the path of the first NUL character in a parsed body: `photos.2.alt`. Iterative, so deep nesting is
 * safe.
 */
export function pathToNul(root: unknown): string | undefined {
  if (typeof root === 'string') return root.includes('\0') ? '' : undefined;
  if (typeof root !== 'object' || root === null) return undefined;
  const todo: Place[] = [{ value: root, key: '' }];
  for (let next = todo.pop(); next; next = todo.pop()) {
    const holder = next.value as Record<string, unknown>;
    for (const key of Object.keys(holder)) {
      if (key.includes('\0')) return pathOf(next);
      const value = holder[key];
      if (typeof value === 'string' && value.includes('\0')) return pathOf(next, key);
      if (typeof value === 'object' && value !== null) todo.push({ value, key, above: next });
    }
  }
  return undefined;
}

function pathOf(place: Place, key?: string): string {
  const keys = key === undefined ? [] : [key];
  for (let at = place; at.above; at = at.above) keys.unshift(at.key);
  return keys.join('.');
}

/** Whether a JSON object has a duplicate key. Parsers disagree about which value counts. */
function hasRepeatedKey(text: string, value: unknown): boolean {
  return countKeys(value) !== measureJson(text).keys;
}

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce<number>((sum, each) => sum + countKeys(each), own);
}
