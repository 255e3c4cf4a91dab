import { t } from '../../../kernel/translation/translate.ts';
import { card } from '../../../web/components/card.ts';
import { button } from '../../../web/components/button.ts';
import { icon } from '../../../web/components/icon.ts';
import { menu, menuButton, menuLine, menuLink } from '../../../web/components/navigation/menu.ts';
import { pagination } from '../../../web/components/navigation/pagination.ts';
import { notice } from '../../../web/components/notice.ts';
import { buttonForm, form, type FormState } from '../../../web/form.ts';
import { attributes, html, type Fragment, type Html } from '../../../web/html.ts';

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

/** A list with the form for a new object above it. */
export interface ListWithFormPage<Row> extends ListPage<Row> {
  /** State of the form. */
  form: FormState;
}

/** A notice about the deleted object, with an undo button. `path` is the path of the list. */
export const deletedNotice = (path: string, id: number | undefined, title: string, about: string) =>
  id !== undefined &&
  notice({
    title,
    body: html`<p>${about}</p>
      ${buttonForm({ to: `${path}/${id}/restore`, label: t('Undo'), icon: 'reply', small: true })}`,
  });

export const listPagination = (
  { total, page, perPage }: Pick<ListPage<unknown>, 'total' | 'page' | 'perPage'>,
  href: (page: number) => string,
): Html | false => pagination({ page, pages: Math.ceil(total / perPage), href });

/** The form for a new object, collapsed if the list is not empty. */
export function collapsibleForm(options: {
  path: string;
  /** Such as "New campaign". */
  label: string;
  /** Such as "Create campaign". */
  submit: string;
  fields: Fragment;
  page: ListWithFormPage<unknown>;
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

/** Actions of a row: edit, custom items, delete. */
export const rowMenu = (address: string, name: string, others: Fragment = ''): Html =>
  menu({
    label: t('Actions for {name}', { name }),
    items: html`${menuLink({ label: t('Edit'), href: `${address}/edit`, icon: 'pencil' })} ${others}
    ${menuLine} ${menuButton({ label: t('Delete'), to: `${address}/delete`, icon: 'trash-2', danger: true })}`,
  });
