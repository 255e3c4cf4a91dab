import assert from 'node:assert/strict';
import { test } from '../../test/app.ts';
import { testPlaza } from '../../test/ask-plaza.ts';
import { Problem } from '../kernel/problem.ts';
import { shapeCheck } from '../platform/http/input/validation.ts';
import { entryOf } from '../toolkit/catalog/entry.ts';
import { loadTool } from '../toolkit/catalog/find-tool.ts';
import { examplesOf, givenOrExample } from '../toolkit/tool.ts';
import { freeTools } from './toolkit.ts';

// A call without input runs on the tool's example. Nothing of the example is ever added to given input.

/** [tool, partial input, the field that is required or part of the output] */
const rows: readonly [string, Record<string, unknown>, string | Record<string, unknown>][] = [
  ['date-calculator', { date: '2026-03-01', days: 10 }, { date: '2026-03-11', weekday: 'Wednesday' }],
  ['date-calculator', { days: 10 }, 'date'],
  ['age-calculator', { on: '2026-01-01' }, 'born'],
  ['convert', { value: '5' }, 'from'],
  ['length-converter', { value: '5' }, 'from'],
  ['tip-calculator', { bill: 50, tip: 10 }, { each: 55 }],
  ['loan-calculator', { amount: 1000 }, 'rate'],
  ['compound-interest-calculator', { start: 100, rate: 10, years: 1 }, { deposits: 100 }],
  ['quadratic-equation-solver', { a: 1 }, { solutions: ['0'] }],
  ['ohms-law-calculator', { voltage: 10, resistance: 5 }, { current: 2, power: 20 }],
  ['crontab-generator', { every: 'day', hour: 7 }, { cron: '0 7 * * *' }],
  ['mailto-link-generator', { to: 'a@b.example' }, { html: '<a href="mailto:a@b.example">Email</a>' }],
  ['text-replacer', { text: 'abc', find: 'b' }, { text: 'ac' }],
  ['base-converter', { number: '255' }, 'to'],
  ['number-formatter', { number: 1234.5 }, { text: '1,234.50' }],
  ['number-formatter', { number: 1, style: 'currency' }, 'currency'],
  ['vcard-qr-code-generator', { phone: '1' }, 'first'],
  ['wifi-qr-code-generator', { name: 'Cafe' }, 'password'],
  ['matrix-calculator', { a: '1 2', operation: 'sum' }, 'b'],
  ['utm-link-generator', { url: 'https://a.example/', source: 'x' }, { url: 'https://a.example/?utm_source=x' }],
  ['hmac-generator', { text: 'a' }, 'key'],
  ['image-rotator', { mirror: 'no' }, 'image'],
  ['robots-txt-generator', { delay: 5 }, { robots: 'User-agent: *\nDisallow:\nCrawl-delay: 5' }],
]; // prettier-ignore

const runTool = freeTools.find(({ name }) => name === 'run_tool');

testPlaza('partial input gets neutral defaults, or names what is missing', async ({ app, plaza }) => {
  assert.ok(runTool);
  for (const [slug, given, expected] of rows) {
    const label = `${slug} ${JSON.stringify(given)}`;
    const outcome: Record<string, unknown> | string = await runTool
      .run(app, undefined as never, { name: slug, input: given })
      .then(
        (output) => output as Record<string, unknown>,
        (error: unknown) => (error instanceof Problem ? (error.field ?? error.message) : String(error)),
      );
    const query = new URLSearchParams(Object.entries(given).map(([name, value]) => [name, String(value)]));
    const quote = await plaza.inject({ url: `/api/toolkit/${slug}?${query}` });
    const page = await plaza.page(undefined, `/tools/${slug}?${query}`);
    if (typeof expected === 'string') {
      assert.equal(outcome, expected, label);
      assert.equal(quote.statusCode, 400, label);
      assert.equal((JSON.parse(quote.body) as { field?: string }).field, expected, label);
      if (!['jwt-decoder', 'hmac-generator', 'wifi-qr-code-generator'].includes(slug))
        assert.equal(page.status, 400, label);
    } else {
      const named: [string, unknown][] = Object.keys(expected).map((name) => [
        name,
        typeof outcome === 'string' ? outcome : outcome[name],
      ]);
      assert.deepEqual(Object.fromEntries(named), expected, label);
      assert.equal(quote.statusCode, 402, label);
      assert.equal(page.status, 200, label);
    }
  }
});

test('input without any parameter is the whole example', async (app) => {
  assert.ok(runTool);
  const output = await runTool.run(app, undefined as never, { name: 'date-calculator' });
  assert.deepEqual(output, { date: '2026-02-28', weekday: 'Saturday' });
});

test('every tool validates its example, and each parameter alone or its refusal names another', async () => {
  for (const entry of entryOf.values()) {
    const { input } = await loadTool(entry);
    const check = shapeCheck(input);
    check(givenOrExample(input, {}));
    const examples = examplesOf(input);
    for (const [name, schema] of Object.entries(input.properties) as [string, { default?: unknown }][]) {
      assert.ok(examples[name] !== undefined, `${entry.slug}: ${name} has an example`);
      const given = Object.fromEntries(Object.entries(examples).filter(([other]) => other !== name));
      if (Object.keys(given).length === 0) continue;
      if ('default' in schema) {
        check(given);
        assert.deepEqual(given[name], schema.default, `${entry.slug}: ${name} gets its default`);
      } else
        assert.throws(
          () => check(given),
          (error) => error instanceof Problem && error.field === name,
          `${entry.slug}: ${name} is required`,
        );
    }
  }
});
