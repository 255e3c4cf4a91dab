import { t } from '../../../kernel/translation/translate.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { menu, menuButton } from '../../../web/components/navigation/menu.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { html, type Fragment, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { listPagination } from './list-parts.ts';

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
export const groupView = (group: GroupView): View => ({
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
