import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { olderNewer, pagination, shownPages } from './pagination.ts';

describe('shownPages', () => {
  const rows: [number, number, (number | null)[]][] = [
    [1, 1, [1]],
    [1, 2, [1, 2]],
    [1, 9, [1, 2, null, 9]],
    [3, 9, [1, 2, 3, 4, null, 9]],
    [5, 9, [1, null, 4, 5, 6, null, 9]],
    [7, 9, [1, null, 6, 7, 8, 9]],
    [9, 9, [1, null, 8, 9]],
  ];
  for (const [page, pages, shown] of rows) {
    it(`${page} of ${pages}`, () => assert.deepEqual(shownPages(page, pages), shown));
  }

  it('always shows the first, the last and the current page, in order, and never hides a single page', () => {
    const place = fc
      .integer({ min: 1, max: 500 })
      .chain((pages) => fc.tuple(fc.integer({ min: 1, max: pages }), fc.constant(pages)));
    fc.assert(
      fc.property(place, ([page, pages]) => {
        const shown = shownPages(page, pages);
        for (const wanted of [1, page, pages]) assert.ok(shown.includes(wanted));
        shown.forEach((number, index) => {
          const before = shown[index - 1];
          if (number === null) assert.ok((shown[index + 1] ?? 0) - (before ?? 0) > 2);
          else if (typeof before === 'number') assert.equal(number, before + 1);
        });
      }),
    );
  });
});

describe('pagination', () => {
  it('is omitted for one page', () => {
    assert.equal(pagination({ page: 1, pages: 1, href: (page) => `?page=${page}` }), false);
  });

  it('links to adjacent pages and marks the current one', () => {
    const nav = pagination({ page: 2, pages: 3, href: (page) => `?a=1&page=${page}` });
    assert.ok(nav);
    assert.match(nav.text, /href="\?a=1&amp;page=1" rel="prev"/);
    assert.match(nav.text, /href="\?a=1&amp;page=3" rel="next"/);
    assert.match(nav.text, /href="\?a=1&amp;page=2" aria-current="page"/);
  });
});

describe('older and newer', () => {
  it('names its list if a page has several', () => {
    const label = (nav: ReturnType<typeof olderNewer>) =>
      /aria-label="([^"]*)"/.exec(nav ? nav.text : '')?.[1];
    assert.equal(label(olderNewer({ older: '?before=1' })), 'Pages');
    assert.equal(label(olderNewer({ older: '?before=1', label: 'Pages of payments' })), 'Pages of payments');
    assert.equal(olderNewer({ label: 'Pages of payments' }), false);
  });
});
