import fc from 'fast-check';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from '../../test/app.ts';
import { isThorough } from '../../test/peers/thorough.ts';
import { runWithDefaults } from '../../test/toolkit/run-with-defaults.ts';
import { watchTwins } from '../../test/toolkit/twins.ts';
import { Problem } from '../kernel/problem.ts';
import { entryOf } from './catalog/entry.ts';
import { findTool } from './catalog/find-tool.ts';
import { largeInput } from './run-tool.ts';

// Properties of tools for any input: round trips, agreement with other programs, and robustness against
// hostile input.

/** [tool, its input, its output, inverse tool, its input, its output] */
const pairs: readonly [string, string, string, string, string, string][] = [
  ['base64-encoder', 'text', 'base64', 'base64-decoder', 'base64', 'text'],
  ['base32-encoder', 'text', 'base32', 'base32-decoder', 'base32', 'text'],
  ['base58-encoder', 'text', 'base58', 'base58-decoder', 'base58', 'text'],
  ['base62-encoder', 'text', 'base62', 'base62-decoder', 'base62', 'text'],
  ['ascii85-encoder', 'text', 'ascii85', 'ascii85-decoder', 'ascii85', 'text'],
  ['hex-encoder', 'text', 'hex', 'hex-decoder', 'hex', 'text'],
  ['binary-encoder', 'text', 'binary', 'binary-decoder', 'binary', 'text'],
  ['url-encoder', 'text', 'encoded', 'url-decoder', 'encoded', 'text'],
  ['html-entity-encoder', 'text', 'html', 'html-entity-decoder', 'html', 'text'],
  ['unicode-escaper', 'text', 'escaped', 'unicode-unescaper', 'escaped', 'text'],
  ['quoted-printable-encoder', 'text', 'encoded', 'quoted-printable-decoder', 'encoded', 'text'],
  ['rot13', 'text', 'text', 'rot13', 'text', 'text'],
  ['rot47', 'text', 'text', 'rot47', 'text', 'text'],
  ['atbash-cipher', 'text', 'text', 'atbash-cipher', 'text', 'text'],
  ['reverse-letters', 'text', 'text', 'reverse-letters', 'text', 'text'],
  ['reverse-list', 'text', 'text', 'reverse-list', 'text', 'text'],
];

for (const [there, input, encoded, back, from, decoded] of pairs)
  test(`${there} and ${back} round-trip`, async (app) => {
    await fc.assert(
      fc.asyncProperty(texts(there), async (text) => {
        const middle = await runWithDefaults(app, there, { [input]: text });
        const end = await runWithDefaults(app, back, { [from]: middle[encoded] });
        assert.equal(end[decoded], text);
      }),
      { numRuns: 100 },
    );
  });

/**
 * Line ends of mail are two characters, text may already look escaped, and reversing separates combined
 * characters.
 */
const texts = (slug: string) =>
  fc
    .string({ unit: slug.startsWith('reverse') ? 'grapheme-ascii' : 'grapheme', maxLength: 200 })
    .filter((text) => !/[\r\n]/.test(text) || slug === 'base64-encoder')
    .filter((text) => !slug.startsWith('unicode') || !/\\|U\+/.test(text));

const digests = {
  md5: 'md5sum',
  sha1: 'sha1sum',
  sha224: 'sha224sum',
  sha256: 'sha256sum',
  sha384: 'sha384sum',
};
const samples = ['', 'a', 'Grüße 👋', 'x'.repeat(1000), 'line\nline\r\n\0end'];

test('digests and Base64 match other programs', async (app) => {
  const ask = (program: string, given: string, ...options: string[]) =>
    execFileSync(program, options, { input: given }).toString().split(' ')[0]?.trim();
  for (const text of samples) {
    for (const [name, program] of Object.entries({ ...digests, sha512: 'sha512sum', blake2b: 'b2sum' }))
      assert.equal((await runWithDefaults(app, `${name}-generator`, { text })).hex, ask(program, text), name);
    assert.equal((await runWithDefaults(app, 'base64-encoder', { text })).base64, ask('base64', text, '-w0'));
    assert.equal((await runWithDefaults(app, 'base32-encoder', { text })).base32, ask('base32', text, '-w0'));
  }
});

test('digests match other libraries', async (app) => {
  const { keccak_256, sha3_256, sha3_512 } = await import('@noble/hashes/sha3.js');
  const { blake3 } = await import('@noble/hashes/blake3.js');
  const { ripemd160 } = await import('@noble/hashes/legacy.js');
  const others = { keccak: keccak_256, 'sha3-256': sha3_256, 'sha3-512': sha3_512, blake3, ripemd160 };
  for (const text of samples)
    for (const [name, digest] of Object.entries(others)) {
      const { hex } = await runWithDefaults(app, `${name}-generator`, { text });
      assert.equal(hex, Buffer.from(digest(Buffer.from(text))).toString('hex'), name);
    }
});

test('conversion round trips return the same number, however large', async (app) => {
  const units = fc.constantFrom('kilometers', 'miles', 'inches', 'light years', 'nanometers', 'feet');
  await fc.assert(
    fc.asyncProperty(units, units, fc.integer({ min: 1, max: 1e9 }), async (from, to, value) => {
      const there = await runWithDefaults(app, 'convert', { from, to, value: String(value) });
      const back = await runWithDefaults(app, 'convert', { from: to, to: from, value: String(there.result) });
      assert.ok(Math.abs(Number(back.result) - value) <= value * 1e-13, `${value} ${from} to ${to}`);
    }),
    { numRuns: 200 },
  );
});

const hostile = [
  '', ' ', '\0', '\u202e\ufeff', '𝕏'.repeat(50), '"', "'", '<script>', '%', '%E0%A4%A', '\\', '[', '{', '(((((', ')', '*', '-', '0', '-1',
  '1e999', 'NaN', 'null', '../../etc/passwd', '${7*7}', '\ud800', 'a'.repeat(20_000), '('.repeat(5000), '['.repeat(5000), '<a>'.repeat(3000),
  '{"__proto__":{"x":1}}', 'a: &a [*a]', '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>', '9'.repeat(300), '1,'.repeat(5000), '\n'.repeat(5000),
]; // prettier-ignore

test('hostile text is rejected or processed, and never breaks a tool', async (app) => {
  const broken: string[] = [];
  const isTwin = watchTwins();
  for (const { slug } of entryOf.values()) {
    const found = await findTool(slug);
    // Similar tools that a loop makes share their code: one in twenty represents them.
    if (!found || found.tool.network || (isTwin(found) && slug.length % 20 > 0)) continue;
    const properties = Object.entries(
      found.tool.input.properties as Record<
        string,
        { type?: string; enum?: unknown; maxLength?: number; minLength?: number }
      >,
    );
    const names = properties.filter(([, { type, enum: list }]) => type === 'string' && !list);
    for (const [index, text] of hostile.entries())
      for (const [
        place,
        [name, { maxLength = Number.POSITIVE_INFINITY, minLength = 0 }],
      ] of names.entries()) {
        if (text.length > maxLength || text.length < minLength) continue;
        // Every thirteenth text, and fewer of those for a sandbox, with an offset by field and tool.
        const every = text.length > largeInput ? 65 : 13;
        if (!isThorough && (index + place + slug.length) % every > 0) continue;
        await runWithDefaults(app, slug, { [name]: text }).catch((error: unknown) => {
          if (!(error instanceof Problem) || error.status >= 500 || error.code === 'tool_failed')
            broken.push(`${slug} ${name} ${text.slice(0, 40)}: ${String((error as Error).cause ?? error)}`);
        });
      }
  }
  assert.deepEqual(broken, []);
});
