import { blake2s } from '@noble/hashes/blake2.js';
import { sha224, sha256, sha384, sha512, sha512_224, sha512_256 } from '@noble/hashes/sha2.js';
import { sha3_224, sha3_384 } from '@noble/hashes/sha3.js';
import convert from 'convert';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { crc32 } from 'node:zlib';
import { test } from '../../test/app.ts';
import { runWithDefaults } from '../../test/toolkit/run-with-defaults.ts';
import { entryOf } from './catalog/entry.ts';

// Compares tools with independent programs and libraries on the same input.

const ask = (program: string, options: readonly string[], given = '') =>
  execFileSync(program, options, {
    input: given,
    env: { LC_ALL: 'C.UTF-8', TZ: 'UTC', PATH: '/usr/bin:/bin' },
  })
    .toString()
    .trimEnd();

const texts = ['', 'a', 'Grüße 👋', 'pear\napple\n\nBanana\napple', 'x'.repeat(5000)];

/** The library's names of units that differ from ours. */
const named: Readonly<Record<string, string>> = {
  'square meters': 'square meters',
  tonnes: 'metric tons',
  'gallons us': 'US gallons',
  'cubic meters': 'cubic meters',
};
const unknown =
  /months|years|decades|centuries|imperial| us|psi|rem|css|nibbles|btu|light|millimeters of|inches of|atmospheres|millibars|knots|per|horsepower|calor|watt|joule|newton|pound|turn|hertz|kelvin|troy|grains|stones|force/;

test('conversions match another library', async (app) => {
  let compared = 0;
  for (const { slug, category, title } of entryOf.values()) {
    const [from = '', to = ''] = title.toLowerCase().split(' to ');
    if (!/^(?:units|duration|data)$/.test(category) || to === '' || unknown.test(title.toLowerCase()))
      continue;
    for (const value of [1, 12.5, 1000]) {
      const { number } = await runWithDefaults(app, slug, { value: String(value) });
      const expected = convert(value, (named[from] ?? from) as 'meters').to((named[to] ?? to) as 'meters');
      const difference = Math.abs(Number(number) - expected);
      assert.ok(difference <= Math.abs(expected) * 1e-9, `${slug}: ${String(number)}, expected ${expected}`);
    }
    compared += 1;
  }
  assert.ok(compared >= 60, `${compared} compared`);
});

test('digests match another library', async (app) => {
  const digests = {
    'sha3-224': sha3_224, 'sha3-384': sha3_384, sha224, sha256, sha384, sha512, 'sha512-224': sha512_224, 'sha512-256': sha512_256, blake2s,
  }; // prettier-ignore
  for (const text of texts) {
    for (const [name, digest] of Object.entries(digests))
      assert.equal(
        (await runWithDefaults(app, `${name}-generator`, { text })).hex,
        Buffer.from(digest(Buffer.from(text))).toString('hex'),
        name,
      );
    const { hex } = await runWithDefaults(app, 'crc32-generator', { text });
    assert.equal(Number.parseInt(String(hex), 16), crc32(text));
  }
});

test('lines, numbers and dates match system programs', async (app) => {
  const lines = 'pear\napple\n\nBanana\napple\n10 figs';
  const text = async (slug: string, given: Record<string, unknown> = {}) =>
    (await runWithDefaults(app, slug, { text: lines, ...given })).text;
  assert.equal(await text('reverse-list'), ask('tac', [], `${lines}\n`));
  assert.equal(await text('empty-lines-remover'), ask('grep', ['.'], lines));
  assert.equal(await text('duplicate-lines-remover'), ask('awk', ['!seen[$0]++'], lines));
  assert.equal(await text('case-converter', { style: 'upper' }), ask('tr', ['a-z', 'A-Z'], lines));
  assert.equal(await text('line-filter', { find: 'apple' }), ask('grep', ['-i', 'apple'], lines));
  assert.equal(await text('line-numberer', { separator: '\t' }), ask('awk', ['{print NR "\\t" $0}'], lines));
  assert.equal(
    await text('column-extractor', { text: 'a,b\nc,d', column: 2 }),
    ask('cut', ['-d,', '-f2'], 'a,b\nc,d'),
  );
  const counted = await runWithDefaults(app, 'character-counter', { text: lines });
  assert.deepEqual(
    [counted.bytes, counted.words],
    ask('wc', ['-c', '-w'], lines).trim().split(/\s+/).map(Number).reverse(),
  );
  for (const number of [97, 360, 2026, 1_000_003]) {
    const { factors } = await runWithDefaults(app, 'prime-checker', { number });
    assert.equal((factors as string[]).join(' '), ask('factor', [String(number)]).split(': ')[1]);
  }
  for (const date of ['2021-01-03', '2024-02-29', '2026-11-22']) {
    const { week } = await runWithDefaults(app, 'week-number-calculator', { date });
    assert.equal(week, Number(ask('date', ['-d', date, '+%V'])));
    const { seconds } = await runWithDefaults(app, 'date-to-unix-timestamp', { date });
    assert.equal(seconds, Number(ask('date', ['-d', date, '+%s'])));
    const { dayOfYear } = await runWithDefaults(app, 'timestamp-converter', { time: date });
    assert.equal(dayOfYear, Number(ask('date', ['-d', date, '+%j'])));
  }
  assert.equal(
    (await runWithDefaults(app, 'hex-encoder', { text: 'Grüße' })).hex,
    ask('od', ['-An', '-tx1', '-w99'], 'Grüße').replaceAll(' ', ''),
  );
});
