// No text that people send may cost more than a few milliseconds of processor for a thousand characters.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from '../../src/kernel/problem.ts';
import { costOf, type Cost } from './cost.ts';
import { isThorough } from '../peers/thorough.ts';
import { parsers } from './parsers.ts';
import { pairs, shapes } from './texts.ts';

const lengths = isThorough ? [500, 2000, 8000, 32_000, 100_000] : [500, 3000, 12_000, 48_000, 100_000];
const max = 5;
const seed = 20_261_122;

describe('text built to be slow to parse', () => {
  it('costs every parser little, and throws nothing but a refusal', (context) => {
    const tried = [...shapes, ...pairs(isThorough ? 2000 : 40, seed)];
    const costs: Cost[] = [];
    const thrown: string[] = [];
    for (const [place, { name, longest, read }] of parsers.entries())
      // Neighbours in the lists are alike: every third, another third for the next parser.
      for (const shape of tried.filter((_, index) => isThorough || (index + place) % 3 === 0)) {
        const work = (text: string) => {
          try {
            read(text);
          } catch (error) {
            if (!(error instanceof Problem)) thrown.push(`${name} of ${shape.name}: ${String(error)}`);
          }
        };
        costs.push({
          name: `${name} of ${shape.name}`,
          ...costOf(work, shape.make, { longest, lengths, max }),
        });
      }
    costs.sort((one, other) => other.perKilobyte - one.perKilobyte);
    for (const { name, length, perKilobyte } of costs.slice(0, 10))
      context.diagnostic(`${perKilobyte.toFixed(3)} ms a kB at ${length} characters: ${name}`);
    assert.deepEqual(thrown.slice(0, 20), []);
    assert.deepEqual(
      costs.filter(({ isTooMuch }) => isTooMuch).map(({ name }) => name),
      [],
    );
  });
});
