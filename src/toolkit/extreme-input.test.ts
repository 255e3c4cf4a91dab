import { Ajv } from 'ajv';
import fastJson, { type Schema } from 'fast-json-stringify';
import assert from 'node:assert/strict';
import { test } from '../../test/app.ts';
import { isThorough } from '../../test/peers/thorough.ts';
import { watchTwins } from '../../test/toolkit/twins.ts';
import { Problem } from '../kernel/problem.ts';
import { entryOf } from './catalog/entry.ts';
import { loadTool } from './catalog/find-tool.ts';
import { examplesOf } from './tool.ts';
import { runTool } from './run-tool.ts';

// No tool ends in a failure, or answers NaN or Infinity, whatever the numbers and texts. A fixed sample of the inputs
// runs by default, and all of them with THOROUGH=true.

const numbers = [
  0,
  -0,
  1,
  -1,
  0.1,
  1e-9,
  Number.MIN_VALUE,
  -Number.MIN_VALUE,
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
  1e15,
  -1e15,
  2 ** 53,
  2 ** 31,
  1e21,
  Number.EPSILON,
];
const texts = ['', ' ', '0', '-0', '-1', '1e400', '-1e400', '1e-400', '5e-324', '1e308', 'NaN', 'Infinity', '-Infinity', 'null', '9'.repeat(400), `-${'9'.repeat(320)}`, '0.'.padEnd(400, '0'), '1/0', '0/0', '1e999999999', '0x7fffffffffffffff', '1'.repeat(60), '٣', '１２', '1,5', '1 2 1e308 1e308', '1e308 1e308\n1e308 1e308', 'x'.repeat(90_000), '1 '.repeat(40_000)]; // prettier-ignore

interface Parameter {
  type?: string;
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
}

const valuesOf = ({ type, enum: words, minimum = -1e15, maximum = 1e15 }: Parameter): readonly unknown[] => {
  if (words) return words;
  if (type === 'boolean') return [true, false];
  if (type === 'integer') return [minimum, maximum, 0, 1, -1, ...numbers.filter(Number.isInteger)];
  return type === 'number' ? [minimum, maximum, ...numbers] : texts;
};

/** Returns the example with one value changed, and with all numbers and all texts extreme together. */
function* inputs(properties: Readonly<Record<string, Parameter>>, examples: Record<string, unknown>) {
  for (const [name, parameter] of Object.entries(properties))
    for (const value of valuesOf(parameter)) yield { ...examples, [name]: value };
  for (const pick of [0, 1, 2, 7, 8, 9]) {
    const all = Object.entries(properties).map(([name, parameter]) => {
      const values = valuesOf(parameter);
      return [
        name,
        parameter.enum || parameter.type === 'boolean' ? examples[name] : values[pick % values.length],
      ];
    });
    yield Object.fromEntries(all) as Record<string, unknown>;
  }
}

const unusual = /(?<![\p{L}\p{N}_])(?:NaN|-?Infinity|undefined)(?![\p{L}\p{N}_])/u;
const ajv = new Ajv({ strict: false });

test('extreme input is rejected at a field, or has a result without NaN and Infinity', async (shared) => {
  const app = { ...shared, config: { ...shared.config, TOOL_SECONDS: 60 } };
  const wrong: string[] = [];
  const isTwin = watchTwins();
  let turn = 0;
  for (const entry of entryOf.values()) {
    const tool = await loadTool(entry);
    // Similar tools that a loop makes take the same input.
    if (tool.network || (isTwin({ ...entry, tool }, tool.input.properties) && !isThorough)) continue;
    const fits = ajv.compile(tool.input);
    const write = fastJson(tool.output as Schema);
    const isSlow = tool.isolated === true || tool.secret === true || entry.category === 'image';
    for (const input of inputs(tool.input.properties, examplesOf(tool.input))) {
      turn += 1;
      if (!fits(input) || (!isThorough && turn % (isSlow ? 47 : 5) > 0)) continue;
      const said = JSON.stringify(input);
      const label = `${entry.slug} ${said.length > 300 ? `${said.slice(0, 300)}…` : said}`;
      try {
        const output = await runTool(app, { ...entry, tool }, input, { class: 'free', owner: '' });
        const answer = write(output);
        // In programs, these are words of the language.
        const isProgram = entry.category === 'code';
        if (!isProgram && unusual.test(answer) && !unusual.test(said))
          wrong.push(`${label}: ${answer.slice(0, 200)}`);
        if (!ajv.validate(tool.output, JSON.parse(JSON.stringify(output))))
          wrong.push(`${label}: ${ajv.errorsText()}`);
      } catch (error) {
        const isRefusal = error instanceof Problem && error.status < 500 && error.code !== 'tool_failed';
        if (!isRefusal) wrong.push(`${label}: ${String(error)} ${String((error as Error).cause)}`);
      }
    }
  }
  assert.equal(wrong.join('\n'), '');
});
