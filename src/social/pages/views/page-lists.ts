import { t } from '../../../web/translation/translate.ts';
import { avatar, stack } from '../../../web/components/people.ts';
import { badge, card, emptyState, pageHeader } from '../../../web/components/surfaces.ts';
import { button, linkButton } from '../../../web/components/controls.ts';
import { selectField } from '../../../web/components/fields/choice-field.ts';
import { openGraph } from '../../../web/components/open-graph.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { buttonForm } from '../../../web/form.ts';
import { pageRoleNames } from './team-view.ts';
import { html, type Fragment, type Html, type View } from '../../../web/html.ts';
import type { Viewer } from '../../../platform/app.ts';
import type { Category } from '../../categories.ts';
import { short } from '../../text/plain.ts';
import { restoreDays } from '../editing.ts';
import type { PageOfPages, PagesWanted } from '../reading.ts';
import { pathOfPage, type SocialPage } from '../../access/page.ts';
import { likeButton, verifiedBadge } from './page-header.ts';

export const pageLists = ['all', 'mine', 'liked', 'invited'] as const;
type PageList = (typeof pageLists)[number];

interface PagesViewOptions {
  list: PageList;
  found: PageOfPages;
  wanted: PagesWanted;
  categories: readonly Category[];
  /** Pages the viewer recently deleted. */
  deleted: readonly { id: string; username: string; title: string }[];
  viewer: Viewer | undefined;
  base: string;
}

const names = (): Readonly<Record<PageList, string>> => ({
  all: t('Discover'),
  mine: t('Your pages'),
  liked: t('Pages you like'),
  invited: t('Invitations'),
});

const description = () =>
  t('Businesses, clubs, bands and causes. Like a page to see its posts in your feed.');

/** Lists of pages: all, and those related to the viewer. */
export function pagesView(options: PagesViewOptions): View {
  const { list, found, wanted, viewer, base, deleted } = options;
  const here = addressOf(list, wanted);
  return {
    title: list === 'all' ? t('Pages') : names()[list],
    description: description(),
    canonical: `${base}/pages`,
    section: 'pages',
    head: html`${openGraph({ type: 'website', site: 'Plaza', title: t('Pages'), description: description(), url: `${base}/pages` })}
    ${wanted.after !== undefined && html`<link rel="prev" href="${here}" />`}
    ${found.next !== undefined && html`<link rel="next" href="${addressOf(list, { ...wanted, after: found.next })}" />`}`,
    body: html`${pageHeader({
      title: t('Pages'),
      lead: t('Businesses, clubs, bands and causes.'),
      actions:
        viewer && linkButton({ label: t('New page'), href: '/pages/new', icon: 'plus', kind: 'primary' }),
    })}
    ${
      viewer &&
      tabs(
        t('Pages'),
        pageLists.map((each) => ({
          label: names()[each],
          href: addressOf(each, {}),
          current: each === list,
        })),
      )
    }
    ${list === 'all' && searching(options)}
    ${
      found.items.length > 0
        ? card({
            flush: true,
            body: stack(
              found.items.map((page) => row(page, options, here)),
              names()[list],
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

/** The URL of a list. Default values are omitted. */
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
      label: t('Search pages'),
      hideLabel: true,
      placeholder: t('Search pages'),
      value: q,
      icon: 'search',
      maxlength: 200,
      required: false,
    })}
    ${selectField({
      name: 'category',
      label: t('Category'),
      hideLabel: true,
      required: false,
      empty: t('All categories'),
      value: category,
      choices: categories.map(({ id, name }) => ({ value: id, label: name })),
    })}
    ${selectField({
      name: 'sort',
      label: t('Order'),
      hideLabel: true,
      required: false,
      value: sort ?? 'liked',
      choices: [
        { value: 'liked', label: t('Most liked') },
        { value: 'newest', label: t('Newest') },
      ],
    })}
    ${button({ label: t('Show') })}
  </form>`;

function row(page: SocialPage, { list, viewer }: PagesViewOptions, back: string): Html {
  const { title, about, category, likes, role, username } = page;
  const facts: Fragment = [category?.name, t('{likes, plural, one {# like} other {# likes}}', { likes })]
    .filter(Boolean)
    .join(' · ');
  return html`<div class="person-row">
    ${avatar({ id: page.id, name: title, picture: page.picture })}
    <div class="person-row-text">
      <p class="person-row-name">
        <a href="${pathOfPage(page)}">${title}</a> ${page.isVerified && verifiedBadge()} ${badge(t('Page'))}
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
  html`${role && badge(pageRoleNames()[role])} ${heldAt && badge(t('Waiting for review'), 'warning')}
  ${suspendedAt && badge(t('Suspended'), 'danger')}`;

const answers = (username: string): Html =>
  html`${buttonForm({
    to: `/pages/${username}/invitation`,
    label: t('Like'),
    icon: 'thumbs-up',
    kind: 'primary',
    small: true,
    fields: { do: 'accept', back: 'list' },
  })}
  ${buttonForm({ to: `/pages/${username}/invitation`, label: t('Decline'), small: true, fields: { do: 'decline', back: 'list' } })}`;

const deletedCard = (deleted: PagesViewOptions['deleted']): Html =>
  card({
    title: t('Recently deleted'),
    lead: t('Can be restored for {restoreDays} days.', { restoreDays }),
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
              ${buttonForm({ to: '/pages/restore', label: t('Restore'), icon: 'undo-2', small: true, fields: { id } })}
            </div>
          </div>`,
      ),
      t('Recently deleted'),
    ),
  });

function nothing({ list, wanted, viewer }: PagesViewOptions): Html {
  const create = viewer && linkButton({ label: t('New page'), href: '/pages/new', icon: 'plus' });
  if (list === 'mine')
    return emptyState({
      illustration: 'posts',
      title: t('No pages yet'),
      text: t('Create a page for your business, club or band.'),
      ...(create && { action: create }),
    });
  if (list === 'liked')
    return emptyState({
      illustration: 'quiet',
      title: t('No liked pages yet'),
      text: t('Posts of pages you like appear in your feed.'),
      action: linkButton({ label: t('Discover pages'), href: '/pages' }),
    });
  if (list === 'invited')
    return emptyState({
      illustration: 'quiet',
      title: t('No invitations'),
      text: t('Page invitations from friends will appear here.'),
    });
  if (wanted.after !== undefined) return html`<p>No more pages.</p>`;
  if (wanted.q || wanted.category !== undefined)
    return emptyState({
      illustration: 'quiet',
      title: t('No matching pages'),
      text: t('Try fewer words, or another category.'),
      action: linkButton({ label: t('All pages'), href: '/pages' }),
    });
  return emptyState({
    illustration: 'posts',
    title: t('No pages yet'),
    text: t('Pages of members will appear here.'),
    ...(create && { action: create }),
  });
}
