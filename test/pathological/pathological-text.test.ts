// No text may cost more than a multiple of ordinary work on the same text, or more than in proportion to its length.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from '../../src/kernel/problem.ts';
import { costOf, type Cost } from './cost.ts';
import { isThorough } from '../peers/thorough.ts';
import { parsers } from './parsers.ts';
import { pairs, shapes } from './texts.ts';

const lengths = isThorough ? [500, 2000, 8000, 32_000, 100_000] : [500, 3000, 12_000, 48_000, 100_000];
const seed = 20_261_122;

describe('text designed to be slow to parse', () => {
  it('is cheap for every parser, and throws only validation errors', (context) => {
    const tried = [...shapes, ...pairs(isThorough ? 2000 : 40, seed)];
    const costs: Cost[] = [];
    const thrown: string[] = [];
    for (const [place, { name, longest, read }] of parsers.entries())
      // Neighbors in the lists are similar, so each parser gets every third text, with a different offset.
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
          ...costOf(work, shape.make, { longest, lengths }),
        });
      }
    costs.sort((one, other) => other.perKilobyte - one.perKilobyte);
    for (const { name, length, perKilobyte } of costs.slice(0, 10))
      context.diagnostic(
        `${perKilobyte.toFixed(3)} of the reference per kB at ${length} characters: ${name}`,
      );
    assert.deepEqual(thrown.slice(0, 20), []);
    assert.deepEqual(
      costs.filter(({ isTooMuch }) => isTooMuch).map(({ name }) => name),
      [],
    );
  });
});
