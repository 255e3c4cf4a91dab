import { t } from '../../web/translation/translate.ts';
import { linkButton } from '../../web/components/controls.ts';
import { card, pageHeader } from '../../web/components/surfaces.ts';
import { breadcrumbs } from '../../web/components/navigation/breadcrumbs.ts';
import { menu, menuButton } from '../../web/components/navigation/menu.ts';
import { form, type FormState } from '../../web/form.ts';
import { type Fragment, html, type Html, type View } from '../../web/html.ts';
import { type ListPage, listPagination, listToolbar, type ToolbarWords } from './lists.ts';

interface EditView {
  section: string;
  /** Such as "Edit campaign". */
  title: string;
  lead?: string;
  /** Label and URL of the list, such as "Campaigns". */
  list: { label: string; href: string };
  name: string;
  /** URL of the object's own page, if it has one. */
  address?: string;
  action: string;
  state: FormState;
  fields: Html;
}

/** The page for editing an object. */
export const editView = (page: EditView): View => ({
  title: t('Edit {name}', { name: page.name }),
  section: page.section,
  body: html`${pageHeader({
    title: page.title,
    ...(page.lead && { lead: page.lead }),
    above: breadcrumbs([
      page.list,
      ...(page.address
        ? [{ label: page.name, href: page.address }, { label: t('Edit') }]
        : [{ label: page.name }]),
    ]),
  })}
  ${form({
    action: page.action,
    state: page.state,
    submit: t('Save'),
    busyLabel: t('Saving'),
    cancel: { label: t('Cancel'), href: page.address ?? page.list.href },
    body: page.fields,
  })}`,
});

interface GroupView {
  section: string;
  list: { label: string; href: string };
  name: string;
  lead?: string;
  address: string;
  /** Content above the form. */
  about?: Fragment;
  /** The form that adds an item. */
  adder: Html;
  table: Html;
  total: number;
  page: number;
  perPage: number;
}

/** A campaign or channel with its items. */
export const linkGroupView = (group: GroupView): View => ({
  title: group.name,
  section: group.section,
  body: html`${pageHeader({
    title: group.name,
    ...(group.lead !== undefined && { lead: group.lead }),
    above: breadcrumbs([group.list, { label: group.name }]),
    actions: html`${linkButton({ label: t('Edit'), href: `${group.address}/edit`, icon: 'pencil' })}
    ${menu({
      label: t('More actions'),
      items: menuButton({
        label: t('Delete'),
        to: `${group.address}/delete`,
        icon: 'trash-2',
        danger: true,
      }),
    })}`,
  })}
  ${group.about} ${card({ body: group.adder })} ${card({ flush: true, body: group.table })}
  ${listPagination(group, (number) => `${group.address}?page=${number}`)}`,
});

interface AddressList {
  path: string;
  words: ToolbarWords;
  search: string;
  table: Html;
}

/** A list of objects with short addresses, and a search field above it. */
export function addressList(
  { path, words, search, table }: AddressList,
  page: Pick<ListPage<unknown>, 'total' | 'page' | 'perPage'>,
): Html {
  const query = (number: number) =>
    new URLSearchParams({ ...(search && { q: search }), page: String(number) }).toString();
  return html`<section class="link-list" aria-labelledby="list-title">
    ${listToolbar({ path, search, total: page.total, words, id: 'list-title' })}
    <div class="link-table">${card({ flush: true, body: table })}</div>
    ${listPagination(page, (number) => `${path}?${query(number)}`)}
  </section>`;
}
