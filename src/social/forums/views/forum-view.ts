import { t } from '../../../web/translation/translate.ts';
import type { Viewer } from '../../../platform/app.ts';
import { avatar, stack } from '../../../web/components/people.ts';
import {
  badge,
  card,
  emptyState,
  notice,
  pageHeader,
  relativeTime,
} from '../../../web/components/surfaces.ts';
import { linkButton, icon } from '../../../web/components/controls.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { openGraph } from '../../../web/components/open-graph.ts';
import { buttonForm } from '../../../web/form.ts';
import { attributes, type Fragment, html, type Html, type View, shortNumber } from '../../../web/html.ts';
import { feedLinks } from '../../components/feed-links.ts';
import type { Person } from '../../people/person.ts';
import type { CardContext } from '../../posts/components/post-card.ts';
import { shownTitle } from '../../posts/texts.ts';
import { type Forum, type ForumInIndex, pathOfForum, pathOfThread } from '../forum.ts';
import type { PageOfThreads, ThreadFilter, ThreadSort, ThreadsWanted } from '../threads/list-threads.ts';
import { maxUnread, type ThreadRow } from '../threads/thread.ts';
import { forumRow } from './forum-index.ts';

interface ForumViewOptions extends CardContext {
  forum: Forum;
  parent: Forum | undefined;
  below: readonly ForumInIndex[];
  moderators: readonly Person[];
  threads: PageOfThreads;
  wanted: ThreadsWanted;
}

/** A forum with its subforums and threads. */
export function forumView(options: ForumViewOptions): View {
  const { forum, parent, below, moderators, threads, wanted, viewer, base } = options;
  const path = pathOfForum(forum);
  const description = forum.description || t('Threads about {title}', { title: forum.title });
  return {
    title: forum.title,
    description,
    canonical: `${base}${path}`,
    section: 'forums',
    wide: true,
    head: html`${openGraph({ type: 'website', site: 'Plaza', title: forum.title, description, url: `${base}${path}` })}
    ${relations(path, wanted, threads)} ${feedLinks('threads', t('Forums'))}`,
    body: html`${pageHeader({
      title: forum.title,
      above: breadcrumbs([
        { label: t('Forums'), href: '/forums' },
        ...(parent ? [{ label: parent.title, href: pathOfForum(parent) }] : []),
        { label: forum.title },
      ]),
      lead: forum.description,
      actions: viewer && !forum.archivedAt && acts(forum.id),
    })}
    ${forum.archivedAt && notice({ body: html`<p>This forum is archived and read-only.</p>` })}
    ${
      below.length > 0 &&
      card({
        title: t('Subforums'),
        flush: true,
        body: stack(below.map(forumRow), t('Forums in {title}', { title: forum.title })),
      })
    }
    ${listOfThreads({
      ...{ path, threads, wanted, viewer, hasSolutions: forum.solutionsAt !== null },
      label: t('Threads in {title}', { title: forum.title }),
    })}
    ${moderators.length > 0 && html`<p class="forum-keepers">Moderated by ${named(moderators)}</p>`}`,
  };
}

const acts = (id: string): Html =>
  html`${buttonForm({ to: '/forums/read', label: t('Mark all read'), icon: 'check', fields: { forum_id: id } })}
  ${linkButton({ label: t('New thread'), href: `/forums/new?forum=${id}`, icon: 'square-pen', kind: 'primary' })}`;

const named = (people: readonly Person[]): Fragment =>
  people.map(
    ({ name, username }, i) => html`${i > 0 && ', '}<a class="link" href="/@${username}">${name}</a>`,
  );

/** The threads of all forums. */
export function allThreadsView(
  threads: PageOfThreads,
  wanted: ThreadsWanted,
  { viewer, base }: CardContext,
): View {
  const path = '/forums/threads';
  const description = t('Threads of all forums, most active first');
  return {
    title: t('All threads'),
    description,
    canonical: `${base}${path}`,
    section: 'forums',
    wide: true,
    head: html`${openGraph({ type: 'website', site: 'Plaza', title: t('All threads'), description, url: `${base}${path}` })}
    ${relations(path, wanted, threads)} ${feedLinks('threads', t('Forums'))}`,
    body: html`${pageHeader({
      title: t('All threads'),
      above: breadcrumbs([{ label: t('Forums'), href: '/forums' }, { label: t('All threads') }]),
      actions:
        viewer &&
        linkButton({ label: t('New thread'), href: '/forums/new', icon: 'square-pen', kind: 'primary' }),
    })}
    ${listOfThreads({ path, label: t('Threads'), threads, wanted, viewer, anywhere: true })}`,
  };
}

interface ListOptions {
  path: string;
  label: string;
  threads: PageOfThreads;
  wanted: ThreadsWanted;
  viewer: Viewer | undefined;
  anywhere?: boolean;
  /** Whether threads can have solutions. */
  hasSolutions?: boolean;
}

const filterNames = (): Readonly<Record<ThreadFilter, string>> => ({
  all: t('All'),
  unread: t('Unread'),
  mine: t('My threads'),
  subscribed: t('Followed'),
  unanswered: t('Unanswered'),
  unsolved: t('Unsolved'),
  solved: t('Solved'),
});
const forVisitors: readonly ThreadFilter[] = ['all', 'unanswered', 'unsolved', 'solved'];
const ofSolutions: readonly ThreadFilter[] = ['unsolved', 'solved'];
const sortNames = (): Readonly<Record<ThreadSort, string>> => ({
  active: t('Recently active'),
  newest: t('New'),
});

function listOfThreads(options: ListOptions): Html {
  const { path, label, threads, wanted, viewer, anywhere, hasSolutions } = options;
  const { filter = 'all', sort = 'active', before } = wanted;
  const all = [...threads.pinned, ...threads.items];
  const filters = (Object.keys(filterNames()) as ThreadFilter[]).filter(
    (each) =>
      (viewer !== undefined || forVisitors.includes(each)) &&
      (hasSolutions === true || each === filter || !ofSolutions.includes(each)),
  );
  return html`<div class="thread-filters">
      ${tabs(
        t('Filter'),
        filters.map((each) => ({
          label: filterNames()[each],
          href: addressOf(path, { filter: each, sort }),
          current: each === filter,
        })),
      )}
      <nav class="thread-sorts" aria-label="Order">
        ${(Object.keys(sortNames()) as ThreadSort[]).map(
          (each) =>
            html`<a
              href="${addressOf(path, { filter, sort: each })}"
              ${attributes({ 'aria-current': each === sort && 'true' })}
              >${sortNames()[each]}</a
            >`,
        )}
      </nav>
    </div>
    ${
      all.length === 0
        ? card({
            body: before === undefined ? nothing(filter, viewer) : html`<p>No older articles.</p>`,
          })
        : card({ flush: true, body: threadList(all, label, !anywhere) })
    }
    ${olderNewer({
      newer: before !== undefined && addressOf(path, { filter, sort }),
      older: threads.next !== undefined && addressOf(path, { filter, sort, before: threads.next }),
    })}`;
}

/** The URL of a list. Default values are omitted. */
function addressOf(path: string, { filter, sort, before }: ThreadsWanted): string {
  const query = new URLSearchParams({
    ...(filter && filter !== 'all' && { filter }),
    ...(sort && sort !== 'active' && { sort }),
    ...(before !== undefined && { before }),
  }).toString();
  return query === '' ? path : `${path}?${query}`;
}

const relations = (path: string, wanted: ThreadsWanted, { next: older }: PageOfThreads): Html =>
  html`${wanted.before !== undefined && html`<link rel="prev" href="${addressOf(path, { ...wanted, before: undefined })}" />`}
  ${older !== undefined && html`<link rel="next" href="${addressOf(path, { ...wanted, before: older })}" />`}`;

const nothingFound = (): Readonly<Partial<Record<ThreadFilter, Parameters<typeof emptyState>[0]>>> => ({
  unread: {
    illustration: 'quiet',
    title: t('All caught up'),
    text: t('New posts will appear here.'),
  },
  unanswered: {
    illustration: 'quiet',
    title: t('No unanswered threads'),
    text: t('New threads appear here until someone replies.'),
  },
  unsolved: {
    illustration: 'quiet',
    title: t('No unsolved threads'),
    text: t('Threads appear here until a reply is marked as their solution.'),
  },
  solved: {
    illustration: 'quiet',
    title: t('No solved threads'),
    text: t('Threads with a reply that is marked as their solution appear here.'),
  },
  mine: { illustration: 'posts', title: t('No threads yet'), text: t('Threads you start appear here.') },
  subscribed: {
    illustration: 'quiet',
    title: t('You don’t follow any threads here'),
    text: t('You follow threads you post in automatically, and can follow others.'),
  },
});

const nothing = (filter: ThreadFilter, viewer: Viewer | undefined): Html =>
  emptyState(
    nothingFound()[filter] ?? {
      illustration: 'posts',
      title: t('No threads yet'),
      text: viewer ? t('Start the first discussion.') : t('The first thread will appear here.'),
      ...(viewer && {
        action: linkButton({ label: t('New thread'), href: '/forums/new', icon: 'plus' }),
      }),
    },
  );

/** A list of threads. With `inForum`, all are from one forum, whose name is omitted. */
const threadList = (threads: readonly ThreadRow[], label: string, inForum = true): Html =>
  stack(
    threads.map((thread) => threadRow(thread, inForum)),
    label,
  );

function threadRow(thread: ThreadRow, inForum: boolean): Html {
  const { id, author, forum, createdAt, lastAt, lastBy, replies, unread } = thread;
  return html`<div class="thread-row" id="thread-${id}">
    ${avatar(author)}
    <div class="thread-row-text">
      <h2 ${attributes({ 'data-unread': unread > 0 })}>
        <a href="${pathOfThread(thread)}">${shownTitle(thread)}</a> ${badges(thread)}
        ${unread > 0 && unreadBadge(thread)}
      </h2>
      <p>
        <a href="/@${author.username}">${author.name}</a>
        ${!inForum && html`in <a href="${pathOfForum(forum)}">${forum.title}</a>`} ·
        ${relativeTime(createdAt)}
      </p>
    </div>
    <p class="thread-row-count">
      ${icon('message-circle')}<span aria-hidden="true">${shortNumber(replies)}</span>
      <span class="visually-hidden"
        >${t('{replies, plural, one {# reply} other {# replies}}', { replies })}</span
      >
    </p>
    <p class="thread-row-last">
      ${
        replies > 0 &&
        html`${icon('reply')} <a href="/forums/threads/${id}?to=last">${lastBy?.name ?? t('Last reply')}</a> ·
          ${relativeTime(lastAt)}`
      }
    </p>
  </div>`;
}

const badges = ({ isPinned, isLocked, isMoved, isHeld, isSolved }: ThreadRow): Html =>
  html`${isSolved && badge(t('Solved'), 'success', 'circle-check')}
  ${isPinned && badge(t('Pinned'), 'accent', 'pin')} ${isLocked && badge(t('Closed'), 'neutral', 'lock')}
  ${isMoved && badge(t('Moved'), 'neutral', 'folder')}
  ${isHeld && badge(t('Waiting for review'), 'warning', 'clock')}`;

function unreadBadge({ id, unread }: ThreadRow): Html {
  const shown = unread >= maxUnread ? `${maxUnread - 1}+` : String(unread);
  return html`<a class="unread-count" href="/forums/threads/${id}?to=unread"
    >${shown}<span class="visually-hidden"> unread: jump to the first unread post</span></a
  >`;
}
