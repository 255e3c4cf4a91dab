import { avatar } from '../../../web/components/avatar.ts';
import { badge } from '../../../web/components/badge.ts';
import { button, linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { selectField } from '../../../web/components/fields/choice-field.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { openGraph } from '../../../web/components/open-graph.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { stack } from '../../../web/components/person-row.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { buttonForm } from '../../../web/form.ts';
import { html, type Fragment, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { Category } from '../../categories/categories.ts';
import { short } from '../../text/short.ts';
import { restoreDays } from '../delete-page.ts';
import type { PageOfPages, PagesWanted } from '../list-pages.ts';
import { pathOfPage, type SocialPage } from '../../access/page.ts';
import { likeButton, verifiedMark } from './page-header.ts';

export const pageLists = ['all', 'mine', 'liked', 'invited'] as const;
type PageList = (typeof pageLists)[number];

interface PagesViewOptions {
  list: PageList;
  found: PageOfPages;
  wanted: PagesWanted;
  categories: readonly Category[];
  /** What the viewer has deleted lately. */
  deleted: readonly { id: string; username: string; title: string }[];
  viewer: Viewer | undefined;
  base: string;
}

const names: Readonly<Record<PageList, string>> = {
  all: 'Discover',
  mine: 'Your pages',
  liked: 'Pages you like',
  invited: 'Invitations',
};

const description = 'Businesses, clubs, bands and causes. Like a page to see its posts in your feed.';

/** Pages to discover, and those that the viewer has to do with. */
export function pagesView(options: PagesViewOptions): View {
  const { list, found, wanted, viewer, base, deleted } = options;
  const here = addressOf(list, wanted);
  return {
    title: list === 'all' ? 'Pages' : names[list],
    description,
    canonical: `${base}/pages`,
    section: 'pages',
    head: html`${openGraph({ type: 'website', site: 'Plaza', title: 'Pages', description, url: `${base}/pages` })}
    ${wanted.after !== undefined && html`<link rel="prev" href="${here}" />`}
    ${found.next !== undefined && html`<link rel="next" href="${addressOf(list, { ...wanted, after: found.next })}" />`}`,
    body: html`${pageHeader({
      title: 'Pages',
      lead: 'Businesses, clubs, bands and causes.',
      actions: viewer && linkButton({ label: 'New page', href: '/pages/new', icon: 'plus', kind: 'primary' }),
    })}
    ${
      viewer &&
      tabs(
        'Pages',
        pageLists.map((each) => ({ label: names[each], href: addressOf(each, {}), current: each === list })),
      )
    }
    ${list === 'all' && searching(options)}
    ${
      found.items.length > 0
        ? card({
            flush: true,
            body: stack(
              found.items.map((page) => row(page, options, here)),
              names[list],
            ),
          })
        : card({ body: nothing(options) })
    }
    ${olderNewer({
      newer: wanted.after !== undefined && here,
      older: found.next !== undefined && addressOf(list, { ...wanted, after: found.next }),
    })}
    ${list === 'mine' && deleted.length > 0 && deletedCard(deleted)}`,
  };
}

/** What is as usual is left out of an address; the place is not part of where one comes from. */
function addressOf(list: PageList, { q, category, sort, after }: PagesWanted): string {
  const query = new URLSearchParams({
    ...(list !== 'all' && { list }),
    ...(q && { q }),
    ...(category !== undefined && { category }),
    ...(sort && sort !== 'liked' && { sort }),
    ...(after !== undefined && { after }),
  }).toString();
  return query === '' ? '/pages' : `/pages?${query}`;
}

const searching = ({ wanted: { q, category, sort }, categories }: PagesViewOptions): Html =>
  html`<form class="search-row" action="/pages" method="get" role="search" data-turbo-frame="_top">
    ${textField({
      name: 'q',
      type: 'search',
      label: 'Search pages',
      hideLabel: true,
      placeholder: 'Search pages',
      value: q,
      icon: 'search',
      maxlength: 200,
      required: false,
    })}
    ${selectField({
      name: 'category',
      label: 'Category',
      hideLabel: true,
      required: false,
      empty: 'All categories',
      value: category,
      choices: categories.map(({ id, name }) => ({ value: id, label: name })),
    })}
    ${selectField({
      name: 'sort',
      label: 'Order',
      hideLabel: true,
      required: false,
      value: sort ?? 'liked',
      choices: [
        { value: 'liked', label: 'Most liked' },
        { value: 'newest', label: 'Newest' },
      ],
    })}
    ${button({ label: 'Show' })}
  </form>`;

function row(page: SocialPage, { list, viewer }: PagesViewOptions, back: string): Html {
  const { title, about, category, likes, role, username } = page;
  const facts: Fragment = [category?.name, `${likes.toLocaleString('en')} ${likes === 1 ? 'like' : 'likes'}`]
    .filter(Boolean)
    .join(' · ');
  return html`<div class="person-row">
    ${avatar({ id: page.id, name: title, picture: page.picture })}
    <div class="person-row-text">
      <p class="person-row-name">
        <a href="${pathOfPage(page)}">${title}</a> ${page.isVerified && verifiedMark} ${badge('Page')}
        <span class="handle">@${username}</span>
      </p>
      <p class="person-row-detail">${facts}${about !== '' && html` · ${short(about, 120)}`}</p>
      ${list === 'mine' && html`<p>${states({ ...page, role })}</p>`}
    </div>
    <div class="person-row-actions">
      ${list === 'invited' ? answers(username) : viewer && likeButton(page, viewer, back)}
    </div>
  </div>`;
}

const states = ({ role, heldAt, suspendedAt }: SocialPage): Html =>
  html`${role && badge(role === 'owner' ? 'Yours' : role)} ${heldAt && badge('Waiting for review', 'warning')}
  ${suspendedAt && badge('Suspended', 'danger')}`;

const answers = (username: string): Html =>
  html`${buttonForm({
    to: `/pages/${username}/invitation`,
    label: 'Like',
    icon: 'thumbs-up',
    kind: 'primary',
    small: true,
    fields: { do: 'accept', back: 'list' },
  })}
  ${buttonForm({ to: `/pages/${username}/invitation`, label: 'Decline', small: true, fields: { do: 'decline', back: 'list' } })}`;

const deletedCard = (deleted: PagesViewOptions['deleted']): Html =>
  card({
    title: 'Recently deleted',
    lead: `Can be restored for ${restoreDays} days.`,
    flush: true,
    body: stack(
      deleted.map(
        ({ id, title, username }) =>
          html`<div class="person-row">
            ${avatar({ id, name: title, picture: null })}
            <div class="person-row-text">
              <p class="person-row-name">${title} <span class="handle">@${username}</span></p>
            </div>
            <div class="person-row-actions">
              ${buttonForm({ to: '/pages/restore', label: 'Restore', icon: 'undo-2', small: true, fields: { id } })}
            </div>
          </div>`,
      ),
      'Recently deleted',
    ),
  });

function nothing({ list, wanted, viewer }: PagesViewOptions): Html {
  const make = viewer && linkButton({ label: 'New page', href: '/pages/new', icon: 'plus' });
  if (list === 'mine')
    return emptyState({
      illustration: 'posts',
      title: 'No pages yet',
      text: 'Create a page for your business, club or band.',
      ...(make && { action: make }),
    });
  if (list === 'liked')
    return emptyState({
      illustration: 'quiet',
      title: 'No liked pages yet',
      text: 'Posts of pages you like appear in your feed.',
      action: linkButton({ label: 'Discover pages', href: '/pages' }),
    });
  if (list === 'invited')
    return emptyState({
      illustration: 'quiet',
      title: 'No invitations',
      text: 'Page invitations from friends will appear here.',
    });
  if (wanted.after !== undefined) return html`<p>No more pages.</p>`;
  if (wanted.q || wanted.category !== undefined)
    return emptyState({
      illustration: 'quiet',
      title: 'No matching pages',
      text: 'Try fewer words, or another category.',
      action: linkButton({ label: 'All pages', href: '/pages' }),
    });
  return emptyState({
    illustration: 'posts',
    title: 'No pages yet',
    text: 'The first thread will appear here.',
    ...(make && { action: make }),
  });
}
