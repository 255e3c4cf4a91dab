import { attributes, classes, html, type Fragment, type Html } from '../html.ts';
import { icon } from './icon.ts';

export interface Column<Row> {
  label: string;
  cell: (row: Row) => Fragment;
  /** The sort key. Makes the header a link. */
  sort?: string;
  /** Numbers use `end`, so their digits align. */
  align?: 'start' | 'end';
  /** Whether the column names its row: the row's header, and the card's heading on phones. */
  main?: boolean;
  /** Hides the label visually, as above a column of buttons. */
  hideLabel?: boolean;
  /** Whether phones leave it out, because the page of the row says it too. */
  isWideOnly?: boolean;
}

interface TableOptions<Row> {
  /** Description of the table for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  sort?: { by: string; descending: boolean; href: (by: string, descending: boolean) => string };
  /** Shown instead of an empty table. */
  empty?: Html;
  /** Narrow enough to remain a table on phones. */
  isCompact?: boolean;
  /** Returns an element id for a row, so that a stream can replace it. */
  rowId?: (row: Row) => string;
}

/** A table whose rows become cards on narrow screens. */
export function table<Row>(options: TableOptions<Row>): Html {
  const { caption, columns, rows, sort, empty, rowId, isCompact } = options;
  if (rows.length === 0 && empty) return empty;
  return html`<div class="table-frame">
    <table class="${classes('table', isCompact && 'compact')}">
      <caption class="visually-hidden">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map((column) => header(column, sort))}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr ${attributes({ id: rowId?.(row) })}>
              ${columns.map((column) => cell(column, row))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function header<Row>(column: Column<Row>, sort: TableOptions<Row>['sort']): Html {
  const label = column.hideLabel ? html`<span class="visually-hidden">${column.label}</span>` : column.label;
  const isSorted = sort !== undefined && column.sort === sort.by;
  const entries = {
    scope: 'col',
    class: classes(column.align === 'end' && 'end'),
    'aria-sort': isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined,
  };
  if (!sort || column.sort === undefined) return html`<th ${attributes(entries)}>${label}</th>`;
  const image = !isSorted ? 'chevrons-up-down' : sort.descending ? 'arrow-down' : 'arrow-up';
  // The first press sorts in descending order, as is usual for numbers and dates. The next one reverses it.
  const href = sort.href(column.sort, isSorted ? !sort.descending : true);
  return html`<th ${attributes(entries)}><a class="sort" href="${href}">${label}${icon(image)}</a></th>`;
}

function cell<Row>(column: Column<Row>, row: Row): Html {
  const content = column.cell(row);
  if (column.main) return html`<th class="main-cell" scope="row">${content}</th>`;
  const entries = {
    class: classes(
      column.align === 'end' && 'end',
      column.hideLabel && 'unlabelled',
      column.isWideOnly && 'wide-only',
    ),
    'data-label': column.hideLabel ? undefined : column.label,
  };
  return html`<td ${attributes(entries)}>${content}</td>`;
}
