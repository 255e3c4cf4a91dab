import { t } from '../../../kernel/translation/translate.ts';
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Problem, invalid } from '../../../kernel/problem.ts';
import { isDeeperThan, maxDepth } from './json-depth.ts';
import { hasRepeatedKey } from './repeated-keys.ts';

/** Maximum size of JSON and urlencoded bodies. */
export const bodyLimit = 256 * 1024;

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
  addJsonParser(server);
  server.addContentTypeParser<Buffer>(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (!isUtf8(body)) return done(new Problem('invalid', t('The body is not valid UTF-8')));
      request.bodyHash = hashOf(body);
      const fields = toFields(new URLSearchParams(body.toString('utf8')));
      const nul = pathToNul(fields);
      done(nul === undefined ? null : nulProblem(nul), fields);
    },
  );
}

/** Makes a scope reject JSON objects with duplicate keys, because a paid request must be unambiguous. */
export function refuseRepeatedKeys(scope: FastifyInstance): void {
  scope.removeContentTypeParser('application/json');
  addJsonParser(scope, { refusesRepeatedKeys: true });
}

function addJsonParser(server: FastifyInstance, { refusesRepeatedKeys = false } = {}): void {
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done): void => {
      if (body.length === 0) return done(null, undefined);
      if (!isUtf8(body)) return done(new Problem('invalid', t('The body is not valid UTF-8')));
      const text = body.toString('utf8');
      if (isDeeperThan(text, maxDepth))
        return done(
          new Problem('invalid', t('The body is nested deeper than {maxDepth} levels', { maxDepth })),
        );
      request.bodyHash = hashOf(body);
      void parseJson(request, text, (error, value: unknown) => {
        if (error) return done(new Problem('invalid', t('The body is not valid JSON'), { cause: error }));
        const nul = text.includes('\\u0000') ? pathToNul(value) : undefined;
        if (nul !== undefined) return done(nulProblem(nul));
        if (refusesRepeatedKeys && hasRepeatedKey(text, value))
          return done(new Problem('invalid', t('The body contains a duplicate key')));
        done(null, value);
      });
    },
  );
}

/** Passes every body to handlers as text, whatever its type, for them to validate. */
export function addTextParsers(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  scope.setValidatorCompiler(() => () => true);
}

const hashOf = (body: Buffer): Buffer => createHash('sha256').update(body).digest();

const nulProblem = (path: string) =>
  invalid(path, t('{value} contains a NUL character', { value: path || 'The body' }));

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

/**
 * Returns the path of the first NUL character in a parsed body: `photos.2.alt`. Iterative, so deep nesting is
 * safe.
 */
export function pathToNul(root: unknown): string | undefined {
  const todo: [string, unknown][] = [['', root]];
  for (let next = todo.pop(); next; next = todo.pop()) {
    const [path, value] = next;
    if (typeof value === 'string' && value.includes('\0')) return path;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (key.includes('\0')) return path;
      todo.push([path ? `${path}.${key}` : key, inner]);
    }
  }
  return undefined;
}
