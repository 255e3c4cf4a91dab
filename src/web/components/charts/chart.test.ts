import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { linePath, roundTop, shownLabels } from './heat-map.ts';
import { chart } from './chart.ts';

describe('roundTop', () => {
  for (const [value, top] of [
    [0, 4],
    [3, 4],
    [4, 4],
    [5, 8],
    [7, 8],
    [11, 12],
    [43, 60],
    [99, 100],
    [312, 400],
    [18_204, 20_000],
  ] as const) {
    it(`${value} → ${top}`, () => assert.equal(roundTop(value), top));
  }

  it('is never below the value, and never wastes more than half of the height', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 1e9 }), (value) => {
        const top = roundTop(value);
        assert.ok(top >= value && top <= value * 2);
      }),
    );
  });
});

describe('linePath', () => {
  it('spans the full width, with zero at the bottom', () =>
    assert.equal(linePath([0, 5, 10], 10), 'M0 100L50 50L100 0'));
  it('handles a single value', () => assert.equal(linePath([5], 10), 'M0 50'));
});

describe('shownLabels', () => {
  it('shows all of a few labels', () => assert.deepEqual(shownLabels(3, 5), [0, 1, 2]));
  it('shows every other one of a week', () => assert.deepEqual(shownLabels(7, 5), [0, 2, 4, 6]));
  it('shows the first, the last and some in between of many', () =>
    assert.deepEqual(shownLabels(31, 5), [0, 8, 15, 23, 30]));
});

describe('chart', () => {
  const options = {
    title: 'Clicks',
    summary: 'They rise.',
    labels: ['Mon', '<Tue>'],
    series: [{ name: 'All', values: [1, 1200] }],
  };

  it('has a text alternative with every number in a table', () => {
    const { text } = chart(options);
    assert.match(text, /role="img" aria-label="Clicks\. They rise\."/);
    assert.match(text, /<th scope="row">&lt;Tue&gt;<\/th>\s*<td class="end">1,200<\/td>/);
    assert.match(text, /<title>&lt;Tue&gt;\nAll: 1,200<\/title>/);
  });

  it('draws lines or bars', () => {
    assert.match(chart(options).text, /class="chart-line"/);
    assert.equal(chart({ ...options, shape: 'bar' }).text.match(/class="chart-bar"/g)?.length, 2);
  });

  it('shows a placeholder without data', () => {
    assert.doesNotMatch(chart({ ...options, labels: [], series: [] }).text, /NaN|undefined|Infinity/);
    assert.doesNotMatch(
      chart({ ...options, labels: [], series: [], shape: 'bar' }).text,
      /NaN|undefined|Infinity/,
    );
  });
});
