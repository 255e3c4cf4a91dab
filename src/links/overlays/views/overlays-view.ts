import { badge } from '../../../web/components/badge.ts';
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
import type { ListedOverlay } from '../list-overlays.ts';
import { hasPart, kinds } from '../overlay.ts';

interface OverlaysPage {
  rows: readonly ListedOverlay[];
  total: number;
  search: string;
  page: number;
  perPage: number;
  now: Date;
  deletedId: number | undefined;
}

const path = '/dashboard/overlays';

export function overlaysView(shown: OverlaysPage): View {
  const { search, page, total, perPage } = shown;
  const isNew = total === 0 && search === '';
  return {
    title: 'Overlays',
    section: 'overlays',
    body: html`${pageHeader({
      title: 'Overlays',
      lead: 'A box of yours over the page that your link leads to.',
      actions:
        !isNew && linkButton({ label: 'New overlay', href: `${path}/new`, kind: 'primary', icon: 'plus' }),
    })}
    ${shown.deletedId && deletedNotice(shown.deletedId)}
    ${isNew ? first : html`${listToolbar({ path, search, total, one: 'overlay', many: 'overlays' })} ${list(shown)}`}
    ${pagination({ page, pages: Math.ceil(total / perPage), href: (number) => listAddress(path, search, number) })}`,
  };
}

const first = emptyState({
  illustration: 'quiet',
  title: 'Your first overlay',
  text: 'A message, a form, a poll or a coupon in the corner of whatever page you link to. Make one, then choose it as the type of a link.',
  action: linkButton({ label: 'New overlay', href: `${path}/new`, kind: 'primary', icon: 'plus' }),
});

function deletedNotice(id: number): Html {
  return notice({
    title: 'The overlay is deleted',
    body: html`<p>Links that showed it lead straight on.</p>
      ${buttonForm({ to: `${path}/${id}/restore`, label: 'Undo', icon: 'reply', small: true })}`,
  });
}

const list = ({ rows, now, search }: OverlaysPage): Html =>
  card({
    flush: true,
    body: table({
      caption: 'Your overlays',
      rows,
      rowId: ({ id }) => `overlay-${id}`,
      columns: [
        { label: 'Overlay', main: true, cell: nameCell },
        { label: 'Kind', cell: ({ kind }) => badge(kinds[kind].label) },
        { label: 'Links', align: 'end', cell: ({ links }) => links.toLocaleString('en') },
        { label: 'Made', cell: ({ createdAt }) => relativeTime(createdAt, now) },
        { label: 'Actions', hideLabel: true, align: 'end', cell: actions },
      ],
      empty: emptyState({
        illustration: 'search',
        title: 'No overlay matches',
        text: html`None of yours has “${search}” in its name.`,
        action: linkButton({ label: 'Show all', href: path }),
      }),
    }),
  });

const nameCell = ({ id, name, content }: ListedOverlay): Html =>
  html`<div class="link-cell">
    <p class="link-cell-short"><a href="${path}/${id}/edit">${name}</a></p>
    <p class="link-cell-about">${content.title || content.pictureText}</p>
  </div>`;

function actions({ id, name, kind }: ListedOverlay): Html {
  return menu({
    label: `Actions for ${name}`,
    items: html`${menuLink({ label: 'Edit', href: `${path}/${id}/edit`, icon: 'pencil' })}
    ${hasPart(kind, 'answers') && menuLink({ label: 'Answers', href: `${path}/${id}/answers`, icon: 'list' })}
    ${menuLink({ label: 'Preview', href: `${path}/${id}/preview`, icon: 'eye' })} ${menuLine}
    ${menuButton({ label: 'Delete', to: `${path}/${id}/delete`, icon: 'trash-2', danger: true })}`,
  });
}
