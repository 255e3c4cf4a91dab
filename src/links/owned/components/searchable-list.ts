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
    /** “New overlay” */
    create: string;
    /** “No matching overlays” */
    none: string;
  };
  /** The empty state; the button to create one is added. */
  first: { illustration: 'links' | 'quiet'; title: string; text: string };
  deleted: Html | false;
  rowId: (row: Row) => string;
  columns: Columns<Row>;
}

/** A list with a search, and the way to a page on which another is made. */
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

/** The name of a row, which leads to where it is changed, and a line about it. */
export const namedCell = (path: string, { id, name }: { id: string; name: string }, about: string): Html =>
  html`<div class="link-cell">
    <p class="link-cell-short"><a href="${path}/${id}/edit">${name}</a></p>
    <p class="link-cell-about">${about}</p>
  </div>`;
