import { feedLinks } from '../../components/feed-links.ts';
import { linkButton } from '../../../web/components/button.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { notice } from '../../../web/components/notice.ts';
import { openGraph } from '../../../web/components/open-graph.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { stack } from '../../../web/components/person-row.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { buttonForm } from '../../../web/form.ts';
import { html, type Fragment, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { CardContext } from '../../posts/components/post-card.ts';
import type { Person } from '../../people/person.ts';
import type { Forum, ForumInIndex } from '../structure/forum.ts';
import type { PageOfThreads, ThreadFilter, ThreadsWanted, ThreadSort } from '../threads/list-threads.ts';
import { pathOfForum } from '../structure/path-of-forum.ts';
import { forumRow } from './forum-index.ts';
import { threadList } from './thread-list.ts';

interface ForumViewOptions extends CardContext {
  forum: Forum;
  parent: Forum | undefined;
  below: readonly ForumInIndex[];
  moderators: readonly Person[];
  threads: PageOfThreads;
  wanted: ThreadsWanted;
}

/** One forum: those below it, and its threads. */
export function forumView(options: ForumViewOptions): View {
  const { forum, parent, below, moderators, threads, wanted, viewer, base } = options;
  const path = pathOfForum(forum);
  const description = forum.description || `Threads about ${forum.title}`;
  return {
    title: forum.title,
    description,
    canonical: `${base}${path}`,
    section: 'forums',
    wide: true,
    head: html`${openGraph({ type: 'website', site: 'Plaza', title: forum.title, description, url: `${base}${path}` })}
    ${relations(path, wanted, threads)} ${feedLinks('threads', 'Forums')}`,
    body: html`${pageHeader({
      title: forum.title,
      above: breadcrumbs([
        { label: 'Forums', href: '/forums' },
        ...(parent ? [{ label: parent.title, href: pathOfForum(parent) }] : []),
        { label: forum.title },
      ]),
      lead: forum.description,
      actions: viewer && !forum.archivedAt && acts(forum.id),
    })}
    ${forum.archivedAt && notice({ body: html`<p>This forum is archived and read-only.</p>` })}
    ${below.length > 0 && card({ title: 'Subforums', flush: true, body: stack(below.map(forumRow), `Forums in ${forum.title}`) })}
    ${listOfThreads({ path, label: `Threads in ${forum.title}`, threads, wanted, viewer })}
    ${moderators.length > 0 && html`<p class="forum-keepers">Moderated by ${named(moderators)}</p>`}`,
  };
}

const acts = (id: string): Html =>
  html`${buttonForm({ to: '/forums/read', label: 'Mark all read', icon: 'check', fields: { forum_id: id } })}
  ${linkButton({ label: 'New thread', href: `/forums/new?forum=${id}`, icon: 'square-pen', kind: 'primary' })}`;

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
  const description = 'Threads of all forums, most active first';
  return {
    title: 'All threads',
    description,
    canonical: `${base}${path}`,
    section: 'forums',
    wide: true,
    head: html`${openGraph({ type: 'website', site: 'Plaza', title: 'All threads', description, url: `${base}${path}` })}
    ${relations(path, wanted, threads)} ${feedLinks('threads', 'Forums')}`,
    body: html`${pageHeader({
      title: 'All threads',
      above: breadcrumbs([{ label: 'Forums', href: '/forums' }, { label: 'All threads' }]),
      actions:
        viewer &&
        linkButton({ label: 'New thread', href: '/forums/new', icon: 'square-pen', kind: 'primary' }),
    })}
    ${listOfThreads({ path, label: 'Threads', threads, wanted, viewer, anywhere: true })}`,
  };
}

interface ListOptions {
  path: string;
  label: string;
  threads: PageOfThreads;
  wanted: ThreadsWanted;
  viewer: Viewer | undefined;
  anywhere?: boolean;
}

const filterNames: Readonly<Record<ThreadFilter, string>> = {
  all: 'All',
  unread: 'Unread',
  mine: 'Yours',
  subscribed: 'Followed',
  unanswered: 'Unanswered',
};
const forVisitors: readonly ThreadFilter[] = ['all', 'unanswered'];
const sortNames: Readonly<Record<ThreadSort, string>> = { active: 'Active', newest: 'New' };

function listOfThreads({ path, label, threads, wanted, viewer, anywhere }: ListOptions): Html {
  const { filter = 'all', sort = 'active', before } = wanted;
  const all = [...threads.pinned, ...threads.items];
  const filters = (Object.keys(filterNames) as ThreadFilter[]).filter(
    (each) => viewer !== undefined || forVisitors.includes(each),
  );
  return html`<div class="thread-filters">
      ${tabs(
        'Which threads',
        filters.map((each) => ({
          label: filterNames[each],
          href: addressOf(path, { filter: each, sort }),
          current: each === filter,
        })),
      )}
      <nav class="thread-sorts" aria-label="Order">
        ${(Object.keys(sortNames) as ThreadSort[]).map(
          (each) =>
            html`<a
              href="${addressOf(path, { filter, sort: each })}"
              ${each === sort && html` aria-current="true"`}
              >${sortNames[each]}</a
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

/** What is as usual is left out of an address. */
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

const nothingFound: Readonly<Partial<Record<ThreadFilter, Parameters<typeof emptyState>[0]>>> = {
  unread: {
    illustration: 'quiet',
    title: 'All caught up',
    text: 'New posts will appear here.',
  },
  unanswered: {
    illustration: 'quiet',
    title: 'No unanswered threads',
    text: 'New threads appear here until someone replies.',
  },
  mine: { illustration: 'posts', title: 'No threads yet', text: 'Threads you start appear here.' },
  subscribed: {
    illustration: 'quiet',
    title: 'You don’t follow any threads here',
    text: 'You follow threads you post in automatically, and can follow others.',
  },
};

const nothing = (filter: ThreadFilter, viewer: Viewer | undefined): Html =>
  emptyState(
    nothingFound[filter] ?? {
      illustration: 'posts',
      title: 'No threads yet',
      text: viewer ? 'Start the first discussion.' : 'The first thread will appear here.',
    },
  );
