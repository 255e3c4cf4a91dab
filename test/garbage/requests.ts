import fc from 'fast-check';
import type { Sent } from '../peers/exchange.ts';
import { naughtyPaths, hostileTexts } from './naughty.ts';
import { anything, fitting, corrupted, texts } from './values.ts';
import type { Schema } from './values.ts';

/** An operation that receives garbage. */
export interface Target {
  service: 'plaza' | 'hop';
  /** How it is called: an operation of a family with an envelope, of any other family, or a page. */
  kind: 'social' | 'links' | 'bare' | 'page';
  method: string;
  /** With `:name` for path parameters. */
  path: string;
  params: Schema | undefined;
  query: Schema | undefined;
  body: Schema | undefined;
  example: unknown;
}

/** The credentials of a request: none, valid ones, or made-up ones. */
export type CredentialKind = 'nobody' | 'somebody' | 'pretender';

export interface Garbage {
  standing: CredentialKind;
  sent: Sent;
}

/** Generates requests to the operation, each invalid or unusual. */
export function garbageFor(target: Target): fc.Arbitrary<Garbage> {
  const hasBody = target.method !== 'GET';
  return fc
    .record({
      standing: fc.constantFrom<CredentialKind>('nobody', 'somebody', 'somebody', 'somebody', 'pretender'),
      path: paths(target),
      query: queries(target.query),
      headers: strangeHeaders,
      body: hasBody ? bodies(target) : fc.constant<Body>({}),
    })
    .map(({ standing, path, query, headers, body: { type, content } }) => ({
      standing,
      sent: {
        method: target.method,
        path: query === '' ? path : `${path}?${query}`,
        headers: { ...headers, ...(type !== undefined && { 'content-type': type }) },
        body: content,
      },
    }));
}

/** Unusual text after a slash. */
export const strangePaths: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...naughtyPaths),
  texts.map((text) => encodeURIComponent(text.slice(0, 2000).toWellFormed())),
  fc.string({
    unit: fc.constantFrom('a', 'Z', '0', '/', '.', '%', '~', ':', '*', '?', '@', '-'),
    maxLength: 30,
  }),
);

function paths({ path, params }: Target): fc.Arbitrary<string> {
  const parts = path
    .split('/')
    .map((part) =>
      part.startsWith(':') ? parameters(params?.properties?.[part.slice(1)]) : fc.constant(part),
    );
  return fc.tuple(...parts).map((chosen) => chosen.join('/'));
}

const parameters = (schema: Schema | undefined): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fitting(schema ?? {}).map(encode) },
    { weight: 1, arbitrary: texts.map(encode) },
    { weight: 1, arbitrary: fc.constantFrom(...naughtyPaths) },
  );

/** Percent-encodes, and truncates for a request line. */
const encode = (value: unknown) => encodeURIComponent(asText(value).slice(0, 2000).toWellFormed());

const asText = (value: unknown) =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);

function queries(schema: Schema | undefined): fc.Arbitrary<string> {
  const raw = fc.constantFrom(
    '&',
    '=',
    '&&==',
    'a[]=1&a[]=2',
    'a[b][c]=1',
    '__proto__=1',
    'page=1&page=2',
    'offset=-1',
    '%',
    'a=%zz',
    '%00=1',
    'a=%00',
    'a=%ff',
    '?a',
  );
  const fields = corrupted(schema)
    .map(toForm)
    .map((form) => form.slice(0, 4000).replace(/%.?$/, ''));
  return fc.oneof(
    { weight: 4, arbitrary: fields },
    { weight: 1, arbitrary: raw },
    { weight: 1, arbitrary: fc.constant('') },
  );
}

/** Encodes `application/x-www-form-urlencoded`. Lists repeat their name. */
const toForm = (fields: Record<string, unknown>): string =>
  Object.entries(fields)
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value.slice(0, 50) : [value]).map(
        (each) => `${encode(name)}=${encodeURIComponent(asText(each).toWellFormed())}`,
      ),
    )
    .join('&');

/** Header values that Node can send. It rejects others. */
const headerTexts = fc
  .oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: 'binary', maxLength: 30 }))
  .map((text) => text.replaceAll(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '').slice(0, 1500));

export const strangeHeaders: fc.Arbitrary<Record<string, string>> = fc.record(
  {
    accept: fc.oneof(
      headerTexts,
      fc.constantFrom('text/html', 'text/markdown', 'application/json', '*/*;q=x'),
    ),
    'accept-language': fc.oneof(headerTexts, fc.constantFrom('de-CH,ar;q=0.5', 'xx-invalid-;q=9', '*')),
    'accept-encoding': fc.constantFrom('gzip', 'br', 'identity;q=0', ''),
    'user-agent': headerTexts,
    referer: headerTexts,
    'x-forwarded-for': headerTexts,
    'x-request-id': headerTexts,
    'if-none-match': headerTexts,
    range: fc.constantFrom('bytes=0-', 'bytes=-1', 'bytes=9-1', 'x', 'bytes=0-1,2-3'),
    origin: fc.constantFrom('null', 'http://evil.example', 'x'),
    'sec-fetch-site': fc.constantFrom('same-origin', 'cross-site', 'x'),
    'x-requested-with': fc.constantFrom('XMLHttpRequest', 'x'),
    'turbo-frame': headerTexts,
    'content-encoding': fc.constantFrom('gzip', 'br', 'x'),
  },
  { requiredKeys: [] },
);

interface Body {
  type?: string | undefined;
  content?: string | Buffer | undefined;
}

function bodies({ kind, body, example }: Target): fc.Arbitrary<Body> {
  const fields = corrupted(body, example);
  const json = fields.map((value) => ({ type: 'application/json', content: JSON.stringify(value) }));
  const form = fields.map((value) => ({ type: 'application/x-www-form-urlencoded', content: toForm(value) }));
  const multipart = fc.tuple(fields, files).map(([value, each]) => toMultipart(value, each));
  return fc.oneof(
    { weight: kind === 'page' ? 1 : 8, arbitrary: json },
    { weight: kind === 'page' ? 8 : 2, arbitrary: form },
    { weight: 3, arbitrary: multipart },
    {
      weight: 1,
      arbitrary: anything.map((value) => ({ type: 'application/json', content: JSON.stringify(value) })),
    },
    { weight: 2, arbitrary: fc.constantFrom(...brokenBodies) },
    { weight: 1, arbitrary: json.map(({ content }) => ({ type: 'text/plain', content })) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Body>(
        {},
        { type: 'application/json' },
        { type: 'x' },
        { type: 'multipart/form-data' },
      ),
    },
  );
}

const brokenBodies: readonly Body[] = [
  { type: 'application/json', content: '{' },
  { type: 'application/json', content: '{"text": "a' },
  { type: 'application/json', content: "{'text': 'a'}" },
  { type: 'application/json', content: '{"text":"a","text":"b"}' },
  { type: 'application/json', content: '{"__proto__":{"a":1}}' },
  { type: 'application/json', content: '\ufeff{}' },
  { type: 'application/json', content: '['.repeat(100_000) },
  { type: 'application/json', content: `${'[' .repeat(20_000)}${']'.repeat(20_000)}` },
  { type: 'application/json', content: `{"text":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}` },
  { type: 'application/json', content: '{"text":"\\u0000"}' },
  { type: 'application/json', content: '{"\\u0000":"a"}' },
  { type: 'application/json', content: '{"text":"\\ud800"}' },
  { type: 'application/json', content: '{"id":1e400}' },
  { type: 'application/json', content: Buffer.from([0x22, 0xff, 0xfe, 0x22]) },
  { type: 'application/json; charset=utf-16', content: '{}' },
  { type: 'application/json', content: JSON.stringify({ text: 'a'.repeat(400_000) }) },
  { type: 'application/x-www-form-urlencoded', content: `text=${'a'.repeat(400_000)}` },
  { type: 'application/x-www-form-urlencoded', content: Buffer.from([0x61, 0x3d, 0xff]) },
  { type: 'application/x-www-form-urlencoded', content: 'text=%ff&%zz=%&__proto__=1&a[b]=c&&&=' },
  { type: 'multipart/form-data', content: 'no boundary' },
  { type: 'multipart/form-data; boundary=', content: '--' },
  { type: 'multipart/form-data; boundary=x', content: '--x\r\nContent-Disposition: form-data; name="text"\r\n\r\nnever ends' },
  { type: 'multipart/form-data; boundary=x', content: '--x\r\n\r\nno name\r\n--x--\r\n' },
  { type: 'multipart/form-data; boundary=x', content: '--x--\r\n' },
]; // prettier-ignore

interface File {
  name: string;
  type: string;
  content: Buffer;
}

const files: fc.Arbitrary<File[]> = fc.array(
  fc.record({
    name: fc.constantFrom('a.png', '../../a.png', 'a.svg', 'a\u0000.png', 'ü"; x="y.jpg', 'a.html', ''),
    type: fc.constantFrom('image/png', 'image/svg+xml', 'text/html', 'video/mp4', 'x'),
    content: fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc.constantFrom(
        Buffer.from('89504e470d0a1a0a0000000d49484452ffffffffffffffff0806000000', 'hex'),
        Buffer.from('ffd8ffe000104a46494600010100', 'hex'),
        Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1'),
        Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>',
        ),
        Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8 ', 'latin1'),
      ),
    ),
  }),
  { maxLength: 3 },
);

function toMultipart(fields: Record<string, unknown>, uploads: File[]): Body {
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${asText(value)}\r\n`),
  );
  const attached = uploads.map(({ name, type, content }) =>
    Buffer.concat([
      Buffer.from(
        `--x\r\nContent-Disposition: form-data; name="photos"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
      ),
      content,
      Buffer.from('\r\n'),
    ]),
  );
  return {
    type: 'multipart/form-data; boundary=x',
    content: Buffer.concat([...parts, ...attached, Buffer.from('--x--\r\n')]),
  };
}
