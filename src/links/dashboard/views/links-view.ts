import { badge } from '../../../platform/html/components/badge.ts';
import { button, iconButton, linkButton } from '../../../platform/html/components/button.ts';
import { card } from '../../../platform/html/components/card.ts';
import { copyButton, copyField } from '../../../platform/html/components/copy.ts';
import { emptyState } from '../../../platform/html/components/empty-state.ts';
import { icon } from '../../../platform/html/components/icon.ts';
import { menu, menuButton, menuLine, menuLink } from '../../../platform/html/components/menu.ts';
import { notice } from '../../../platform/html/components/notice.ts';
import { pageHeader } from '../../../platform/html/components/page-header.ts';
import { pagination } from '../../../platform/html/components/pagination.ts';
import { table } from '../../../platform/html/components/table.ts';
import { textField } from '../../../platform/html/components/text-field.ts';
import { relativeTime } from '../../../platform/html/components/time.ts';
import { buttonForm, form, type FormState } from '../../../platform/html/form.ts';
import { attributes, html, type Html } from '../../../platform/html/html.ts';
import type { View } from '../../../platform/html/layout.ts';
import type { Link } from '../../links/link.ts';
import { shortAddress, shortName } from '../../links/link.ts';
import type { ListedLink } from '../../links/list-links.ts';
import { listAddress, type ListQuery } from '../list-query.ts';
import { aliasField, detailFields, targetField } from './link-fields.ts';

export interface LinksPage {
  hopUrl: string;
  now: Date;
  query: ListQuery;
  links: readonly ListedLink[];
  total: number;
  perPage: number;
  /** The form above the list, as it was typed. */
  maker: FormState;
  made?: Link | undefined;
  deletedId?: number | undefined;
}

export function linksView(page: LinksPage): View {
  const isNew = page.total === 0 && !page.query.q;
  return {
    title: 'Links',
    section: 'links',
    body: html`${pageHeader({ title: 'Links', lead: 'Shorten an address, share it, and see who follows it.' })}
    ${page.made && madeNotice(page, page.made)} ${page.deletedId && deletedNotice(page.deletedId)}
    ${maker(page)} ${isNew ? firstSteps() : list(page)} ${editor}`,
  };
}

function maker({ hopUrl, maker }: LinksPage): Html {
  const typed = { ...maker.values, ...maker.errors };
  const open = ['custom', 'metatitle', 'description', 'expiry'].some((name) => typed[name]);
  const fields = form({
    action: '/dashboard',
    state: maker,
    body: html`<div class="maker">
        ${targetField(maker)} ${button({ label: 'Shorten', kind: 'primary', busyLabel: 'Shortening' })}
      </div>
      <details class="more" ${attributes({ open })}>
        <summary>${icon('chevron-down')}Alias, title, note, expiry</summary>
        <div class="more-fields">
          ${aliasField(maker, hopUrl, 'Letters, digits, hyphens and underscores; left empty, one is made up.')}
          ${detailFields(maker)}
        </div>
      </details>`,
  });
  return html`<div class="maker-card">${card({ body: fields })}</div>`;
}

function madeNotice({ hopUrl }: LinksPage, link: Link): Html {
  return notice({
    tone: 'success',
    title: 'Your short link is ready',
    body: html`${copyField({ label: 'Short link', text: shortAddress({ hopUrl }, link) })}`,
  });
}

function deletedNotice(id: number): Html {
  return notice({
    title: 'The link is deleted',
    body: html`<p>Whoever follows it now is told that it is gone.</p>
      ${buttonForm({ to: `/dashboard/links/${id}/restore`, label: 'Undo', icon: 'reply', small: true })}`,
  });
}

function list(page: LinksPage): Html {
  const { query, total, perPage } = page;
  return html`<section class="link-list" aria-labelledby="list-title">
    <div class="toolbar">
      <h2 id="list-title">${countOf(page)}</h2>
      ${searchForm(query)}
    </div>
    <div class="link-table">${card({ flush: true, body: links(page) })}</div>
    ${pagination({
      page: query.page ?? 1,
      pages: Math.ceil(total / perPage),
      href: (number) => listAddress(query, { page: number }),
    })}
  </section>`;
}

function countOf({ total, query }: LinksPage): string {
  const count = `${total.toLocaleString('en')} ${total === 1 ? 'link' : 'links'}`;
  return query.q ? `${count} with “${query.q}”` : count;
}

function searchForm(query: ListQuery): Html {
  return html`<form class="search" action="/dashboard" method="get" role="search">
    ${query.sort === 'click' && html`<input type="hidden" name="sort" value="click" />`}
    ${textField({
      name: 'q',
      label: 'Search links',
      hideLabel: true,
      type: 'search',
      icon: 'search',
      placeholder: 'Search links',
      value: query.q,
    })}
    <button class="visually-hidden" type="submit">Search</button>
  </form>`;
}

function links({ hopUrl, now, links, query }: LinksPage): Html {
  return table({
    caption: 'Your links',
    rows: links,
    rowId: (link) => `link-${link.id}`,
    sort: {
      by: query.sort ?? 'date',
      descending: query.order !== 'asc',
      href: (by, descending) =>
        listAddress(query, {
          sort: by === 'click' ? 'click' : 'date',
          order: descending ? 'desc' : 'asc',
          page: 1,
        }),
    },
    columns: [
      { label: 'Link', main: true, cell: (link) => linkCell(hopUrl, link, now) },
      {
        label: 'Clicks',
        sort: 'click',
        align: 'end',
        cell: (link) =>
          html`<a class="click-count" href="/dashboard/links/${link.id}"
            >${link.clicks.toLocaleString('en')}</a
          >`,
      },
      { label: 'Made', sort: 'date', cell: (link) => relativeTime(link.createdAt, now) },
      { label: 'Actions', hideLabel: true, align: 'end', cell: (link) => actions(link) },
    ],
    empty: emptyState({
      illustration: 'search',
      title: 'No link matches',
      text: html`Nothing of yours has “${query.q}” in its alias, title or address.`,
      action: linkButton({ label: 'Show all links', href: '/dashboard' }),
    }),
  });
}

function linkCell(hopUrl: string, link: ListedLink, now: Date): Html {
  return html`<div class="link-cell">
    <p class="link-cell-short">
      <a href="/dashboard/links/${link.id}">${shortName({ hopUrl }, link)}</a>
      ${copyButton(shortAddress({ hopUrl }, link), `Copy ${shortName({ hopUrl }, link)}`)}
      ${link.expiresAt && link.expiresAt <= now && badge('Over', 'warning')}
      ${link.visibility === 'private' && badge('Private')}
    </p>
    <p class="link-cell-about"><span>${link.title}</span> · ${link.url}</p>
  </div>`;
}

function actions(link: Link): Html {
  const address = `/dashboard/links/${link.id}`;
  return menu({
    label: `Actions for ${link.alias}`,
    items: html`${menuLink({ label: 'Statistics', href: address, icon: 'chart-line' })}
    ${menuLink({ label: 'Edit', href: `${address}/edit`, icon: 'pencil', frame: 'link-form' })} ${menuLine}
    ${menuButton({ label: 'Delete', to: `${address}/delete`, icon: 'trash-2', danger: true })}`,
  });
}

/** Where a link's form opens while the list stays in sight; without script it is a page of its own. */
const editor = html`<dialog class="dialog drawer" data-controller="drawer" aria-labelledby="editor-title">
  <header class="dialog-header">
    <h2 id="editor-title">Edit link</h2>
    <form method="dialog">${iconButton({ icon: 'x', label: 'Close' })}</form>
  </header>
  <div class="dialog-body"><turbo-frame id="link-form" class="sections" target="_top"></turbo-frame></div>
</dialog>`;

function firstSteps(): Html {
  return emptyState({
    illustration: 'links',
    title: 'Your first short link',
    text: 'Paste a long address above and press Shorten. Each time somebody follows the short one, it is counted here, with the country, browser and website they came from.',
    action: linkButton({ label: 'Or make links with the API', href: '/dashboard/api', icon: 'code' }),
  });
}
