import { t } from '../../web/translation/translate.ts';
import { button, linkButton, icon } from '../../web/components/controls.ts';
import { card, emptyState, undoNotice, pageHeader, table } from '../../web/components/surfaces.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { pagination } from '../../web/components/navigation/pagination.ts';
import { form, type FormState } from '../../web/form.ts';
import { attributes, type Fragment, html, type Html, type View } from '../../web/html.ts';

/** One page of a list of owned objects. */
export interface ListPage<Row> {
  rows: readonly Row[];
  /** Number of rows on all pages. */
  total: number;
  page: number;
  perPage: number;
  /** The object just deleted. */
  deletedId: number | undefined;
}

/** A notice about the deleted object, with an undo button. `path` is the path of the list. */
export const deletedNotice = (path: string, id: number | undefined, title: string, about: string) =>
  id !== undefined && undoNotice(title, `${path}/${id}/restore`, about);

export const listPagination = (
  { total, page, perPage }: Pick<ListPage<unknown>, 'total' | 'page' | 'perPage'>,
  href: (page: number) => string,
): Html | false => pagination({ page, pages: Math.ceil(total / perPage), href });

interface ListWithForm<Row> {
  path: string;
  section: string;
  title: string;
  lead: Fragment;
  actions: Fragment;
  deleted: { id: number | undefined; title: string; text: string };
  form: Html;
  table: Parameters<typeof table<Row>>[0];
  page: Pick<ListPage<Row>, 'total' | 'page' | 'perPage'>;
  search?: { search: string; words: ToolbarWords };
}

/** A list with the form for a new object above it. */
export const listWithForm = <Row>(list: ListWithForm<Row>): View => ({
  title: list.title,
  section: list.section,
  body: html`${pageHeader({ title: list.title, lead: list.lead, actions: list.actions })}
  ${deletedNotice(list.path, list.deleted.id, list.deleted.title, list.deleted.text)} ${list.form}
  ${list.search && listToolbar({ path: list.path, total: list.page.total, ...list.search })}
  ${card({ flush: true, body: table(list.table) })}
  ${listPagination(list.page, (number) => listAddress(list.path, list.search?.search ?? '', number))}`,
});

/** What a search without a result shows. */
export const nothingFound = (path: string, search: string, title = t('Nothing found')): Html =>
  emptyState({
    illustration: 'search',
    title,
    text: t('No name contains “{search}”.', { search }),
    action: linkButton({ label: t('Show all'), href: path }),
  });

/** The form for a new object, collapsed if the list is not empty. */
export function collapsibleForm(options: {
  path: string;
  /** Such as "New campaign". */
  label: string;
  /** Such as "Create campaign". */
  submit: string;
  fields: Fragment;
  page: { total: number; form: FormState };
}): Html {
  const { path, label, submit, fields, page } = options;
  const { total, form: state } = page;
  const open = total === 0 || state.errors !== undefined || state.message !== undefined;
  return html`<div class="maker-card maker-new">
    ${card({
      body: html`<details class="more" ${attributes({ open })}>
        <summary>${icon('plus')}${label}</summary>
        ${form({
          action: path,
          state,
          body: html`<div class="more-fields">${fields}</div>
            ${button({ label: submit, kind: 'primary', busyLabel: t('Creating') })}`,
        })}
      </details>`,
    })}
  </div>`;
}

export interface ToolbarWords {
  /** Returns a text such as “3 overlays”. */
  counted: (total: number) => string;
  /** Such as “Search overlays”. */
  search: string;
}

/** The number of rows, and a search field. */
export function listToolbar(options: {
  path: string;
  search: string;
  total: number;
  words: ToolbarWords;
  /** Of the heading. */
  id?: string;
}): Html {
  const { path, search, total, words, id } = options;
  const count = words.counted(total);
  return html`<div class="toolbar">
    <h2 ${attributes({ id })}>${search ? t('{count} with “{search}”', { count, search }) : count}</h2>
    <form class="search" action="${path}" method="get" role="search">
      ${textField({
        name: 'q',
        label: words.search,
        hideLabel: true,
        type: 'search',
        icon: 'search',
        placeholder: words.search,
        value: search,
      })}
      <button class="visually-hidden" type="submit">Search</button>
    </form>
  </div>`;
}

function listAddress(path: string, search: string, page: number): string {
  const parameters = new URLSearchParams({
    ...(search && { q: search }),
    ...(page > 1 && { page: String(page) }),
  });
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}

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
      empty: nothingFound(path, search, words.none),
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

/** A table in a card with a title. Omitted if the table is empty. */
export const tableCard = <Row>(title: string, options: Parameters<typeof table<Row>>[0]): Html | false =>
  options.rows.length > 0 && card({ title, flush: true, body: table(options) });

/** A dot in an object's color. Decorative, next to its name. */
export const colorSpot = (color: string): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="7" fill="${color}" stroke="none" />
  </svg>`;
