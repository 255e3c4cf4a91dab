import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { menu, menuButton, menuLine, menuLink } from '../../../web/components/navigation/menu.ts';
import { notice } from '../../../web/components/notice.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { pagination } from '../../../web/components/navigation/pagination.ts';
import { table } from '../../../web/components/table.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { buttonForm } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { listAddress, listToolbar } from '../../custom-pages/components/list-toolbar.ts';
import type { ListedSplashPage } from '../list-splash-pages.ts';

interface SplashPagesPage {
  rows: readonly ListedSplashPage[];
  total: number;
  search: string;
  page: number;
  perPage: number;
  now: Date;
  deletedId: number | undefined;
}

const path = '/dashboard/splash';

export function splashPagesView(shown: SplashPagesPage): View {
  const { search, page, total, perPage } = shown;
  const isNew = total === 0 && search === '';
  return {
    title: 'Splash pages',
    section: 'splash',
    body: html`${pageHeader({
      title: 'Splash pages',
      lead: 'A page of your own between your link and where it leads.',
      actions:
        !isNew &&
        linkButton({ label: 'New splash page', href: `${path}/new`, kind: 'primary', icon: 'plus' }),
    })}
    ${shown.deletedId && deletedNotice(shown.deletedId)}
    ${isNew ? first : html`${listToolbar({ path, search, total, one: 'splash page', many: 'splash pages' })} ${list(shown)}`}
    ${pagination({ page, pages: Math.ceil(total / perPage), href: (number) => listAddress(path, search, number) })}`,
  };
}

const first = emptyState({
  illustration: 'links',
  title: 'Your first splash page',
  text: 'Say something before your visitors go on: a word about you, a picture, a button. Then choose it as the type of a link.',
  action: linkButton({ label: 'New splash page', href: `${path}/new`, kind: 'primary', icon: 'plus' }),
});

function deletedNotice(id: number): Html {
  return notice({
    title: 'The splash page is deleted',
    body: html`<p>Links that led over it show this service’s own page instead.</p>
      ${buttonForm({ to: `${path}/${id}/restore`, label: 'Undo', icon: 'reply', small: true })}`,
  });
}

const list = ({ rows, now, search }: SplashPagesPage): Html =>
  card({
    flush: true,
    body: table({
      caption: 'Your splash pages',
      rows,
      rowId: ({ id }) => `splash-${id}`,
      columns: [
        { label: 'Splash page', main: true, cell: nameCell },
        { label: 'Links', align: 'end', cell: ({ links }) => links.toLocaleString('en') },
        { label: 'Made', cell: ({ createdAt }) => relativeTime(createdAt, now) },
        { label: 'Actions', hideLabel: true, align: 'end', cell: actions },
      ],
      empty: emptyState({
        illustration: 'search',
        title: 'No splash page matches',
        text: html`None of yours has “${search}” in its name.`,
        action: linkButton({ label: 'Show all', href: path }),
      }),
    }),
  });

const nameCell = ({ id, name, content }: ListedSplashPage): Html =>
  html`<div class="link-cell">
    <p class="link-cell-short"><a href="${path}/${id}/edit">${name}</a></p>
    <p class="link-cell-about">${content.title}</p>
  </div>`;

function actions({ id, name }: ListedSplashPage): Html {
  return menu({
    label: `Actions for ${name}`,
    items: html`${menuLink({ label: 'Edit', href: `${path}/${id}/edit`, icon: 'pencil' })}
    ${menuLink({ label: 'Preview', href: `${path}/${id}/preview`, icon: 'eye' })} ${menuLine}
    ${menuButton({ label: 'Delete', to: `${path}/${id}/delete`, icon: 'trash-2', danger: true })}`,
  });
}
