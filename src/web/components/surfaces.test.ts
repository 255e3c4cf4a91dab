import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { html } from '../html.ts';
import { table } from './surfaces.ts';

const rows = [{ name: 'spring', clicks: 3 }];
const columns = [
  { label: 'Link', main: true, cell: (row: (typeof rows)[number]) => row.name },
  {
    label: 'Clicks',
    sort: 'clicks',
    align: 'end' as const,
    cell: (row: (typeof rows)[number]) => row.clicks,
  },
  { label: 'Created', sort: 'date', cell: () => 'today' },
];
const href = (by: string, descending: boolean): string => `?by=${by}&down=${descending}`;

describe('table', () => {
  it('names its rows and its values', () => {
    const { text } = table({ caption: 'Links', columns, rows });
    assert.match(text, /<th class="main-cell" scope="row">spring<\/th>/);
    assert.match(text, /<td class="end" data-label="Clicks">3<\/td>/);
  });

  it('links a sorted header to the reverse order, and others to descending order', () => {
    const { text } = table({
      caption: 'Links',
      columns,
      rows,
      sort: { by: 'clicks', descending: true, href },
    });
    assert.match(text, /aria-sort="descending"><a class="sort" href="\?by=clicks&amp;down=false">/);
    assert.match(text, /href="\?by=date&amp;down=true">Created/);
  });

  it('is omitted when it is empty', () => {
    assert.equal(
      table({ caption: 'Links', columns, rows: [], empty: html`<p>None</p>` }).text,
      '<p>None</p>',
    );
  });
});
