import { t } from '../../../kernel/translation/translate.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { table } from '../../../web/components/table.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { listPagination, type ListPage } from './list-parts.ts';
import { listAddress, listToolbar, type ToolbarWords } from './list-toolbar.ts';

export interface SearchedPage<Row> extends ListPage<Row> {
  search: string;
  now: Date;
}

type Columns<Row> = Parameters<typeof table<Row>>[0]['columns'];

interface SearchableList<Row> {
  section: string;
  path: string;
  title: string;
  lead: string;
  words: ToolbarWords & {
    /** Such as “New overlay”. */
    create: string;
    /** Such as “No matching overlays”. */
    none: string;
  };
  /** The empty state. A create button is added to it. */
  first: { illustration: 'links' | 'quiet'; title: string; text: string };
  deleted: Html | false;
  rowId: (row: Row) => string;
  columns: Columns<Row>;
}

/** A list with a search field and a link to the page that creates an object. */
export function searchableList<Row>(list: SearchableList<Row>, shown: SearchedPage<Row>): View {
  const { path, title, words } = list;
  const { search, total, rows } = shown;
  const isNew = total === 0 && search === '';
  const newButton = linkButton({
    label: words.create,
    href: `${path}/new`,
    kind: 'primary',
    icon: 'plus',
  });
  const found = card({
    flush: true,
    body: table({
      caption: title,
      rows,
      rowId: list.rowId,
      columns: list.columns,
      empty: emptyState({
        illustration: 'search',
        title: words.none,
        text: t('No name contains “{search}”.', { search }),
        action: linkButton({ label: t('Show all'), href: path }),
      }),
    }),
  });
  return {
    title,
    section: list.section,
    body: html`${pageHeader({ title, lead: list.lead, actions: !isNew && newButton })} ${list.deleted}
    ${isNew ? emptyState({ ...list.first, action: newButton }) : html`${listToolbar({ path, search, total, words })} ${found}`}
    ${listPagination(shown, (page) => listAddress(path, search, page))}`,
  };
}

/** A cell with the name of a row, linked to its edit page, and a line of details. */
export const namedCell = (path: string, { id, name }: { id: string; name: string }, about: string): Html =>
  html`<div class="link-cell">
    <p class="link-cell-short"><a href="${path}/${id}/edit">${name}</a></p>
    <p class="link-cell-about">${about}</p>
  </div>`;
