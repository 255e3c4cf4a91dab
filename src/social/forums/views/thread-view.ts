import { t } from '../../../web/translation/translate.ts';
import type { Viewer } from '../../../platform/app.ts';
import { badge, card, pageHeader, relativeTime } from '../../../web/components/surfaces.ts';
import { linkButton, icon } from '../../../web/components/controls.ts';
import type { IconName } from '../../../web/components/icon-names.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { menu, menuButton, menuLink } from '../../../web/components/navigation/menu.ts';
import { pagination } from '../../../web/components/navigation/pagination.ts';
import { jsonLd, openGraph } from '../../../web/components/open-graph.ts';
import { stack } from '../../../web/components/people.ts';
import { buttonForm, type FormState } from '../../../web/form.ts';
import { type Fragment, html, type Html, type View } from '../../../web/html.ts';
import { personOf } from '../../post-view/components.ts';
import type { CardContext } from '../../posts/components/post-card.ts';
import { pathOf } from '../../posts/paths.ts';
import type { Post } from '../../posts/post.ts';
import { excerptOf, paywallMarkup } from '../../posts/texts.ts';
import { plainRich } from '../../text/rendered.ts';
import { pathOfForum, pathOfThread } from '../forum.ts';
import type { ThreadPage } from '../threads/get-thread.ts';
import { maySolve } from '../threads/solutions.ts';
import type { ThreadEvent } from '../threads/thread.ts';
import { replyCard } from './reply-card.ts';
import { questionMarkup, solutionBox } from './solution.ts';
import { noReply, replyForm } from './thread-form.ts';

interface ThreadViewOptions extends CardContext {
  state?: FormState;
  /** The quoted post of a new reply. */
  quoted?: Post | undefined;
  /** IDs of all posts to quote, if there are several. */
  quotes?: readonly string[];
}

/** A page of a thread. */
export function threadView(shown: ThreadPage, options: ThreadViewOptions): View {
  const { post, forum, page, pages } = shown;
  const { viewer, base } = options;
  const path = pathOfThread(post, page);
  const isClosed = post.lockedAt !== null || forum.isArchived;
  const isPaidFor = post.paywall?.isOpen ?? true;
  const mayWrite = viewer !== undefined && !isClosed && isPaidFor;
  const isPublic = !post.heldAt;
  return {
    title: page > 1 ? t('{title} (page {page})', { title: post.title, page }) : post.title,
    description: excerptOf(post, 200),
    canonical: `${base}${path}`,
    section: 'forums',
    head: html`${isPublic && threadMetadata(shown, base)}
    ${page > 1 && html`<link rel="prev" href="${pathOfThread(post, page - 1)}" />`}
    ${page < pages && html`<link rel="next" href="${pathOfThread(post, page + 1)}" />`}`,
    body: html`${pageHeader({
      title: post.title,
      above: breadcrumbs([
        { label: t('Forums'), href: '/forums' },
        ...(forum.parent ? [{ label: forum.parent.title, href: pathOfForum(forum.parent) }] : []),
        { label: forum.title, href: pathOfForum(forum) },
        { label: t('Thread') },
      ]),
      lead: introOf(shown),
      actions: viewer && acts(shown, viewer),
    })}
    ${card({ flush: true, body: stack(rows(shown, options, mayWrite), t('Posts')) })}
    ${pagination({ page, pages, href: (page) => pathOfThread(post, page) })}
    ${
      mayWrite
        ? replyForm({ threadId: post.id, path, quoted: options.quoted, state: options.state ?? {} })
        : isPaidFor && noReply({ lockedAt: post.lockedAt, isArchived: forum.isArchived, path })
    }
    ${post.replies > 2 && threadBar(shown, mayWrite)}`,
  };
}

/** A sticky bar with the reading progress and links to the last reply and the reply form. */
const threadBar = ({ post, thread, page, pages }: ThreadPage, mayWrite: boolean): Html =>
  html`<nav class="thread-bar" aria-label="${t('This thread')}">
    <span class="thread-progress" aria-hidden="true"></span>
    ${pages > 1 && html`<span>${page} / ${pages}</span>`}
    ${
      thread.lastReplyId !== null &&
      linkButton({
        label: t('Last reply'),
        href:
          page === pages
            ? `#post-${thread.lastReplyId}`
            : `/forums/threads/${post.id}?reply=${thread.lastReplyId}`,
        icon: 'arrow-down',
        small: true,
      })
    }
    ${mayWrite && linkButton({ label: t('Reply'), href: '#field-text', icon: 'reply', kind: 'primary', small: true })}
  </nav>`;

function introOf({ post, thread, page, pages, isSolved }: ThreadPage): Html {
  const replies = t('{replies, plural, one {# reply} other {# replies}}', { replies: post.replies });
  return html`${replies}${pages > 1 && `, ${t('page {page} of {pages}', { page, pages })}`}
  ${thread.pinnedAt && badge(t('Pinned'), 'accent', 'pin')}
  ${post.lockedAt && badge(t('Closed'), 'neutral', 'lock')}
  ${isSolved && badge(t('Solved'), 'success', 'circle-check')}`;
}

function acts({ post, thread, subscription, mayModerate, pages }: ThreadPage, viewer: Viewer): Html {
  const isOn = subscription?.isOn ?? false;
  const hasUnread = BigInt(thread.lastReplyId ?? '0') > BigInt(subscription?.seenId ?? '0');
  const to = `/forums/moderate/${post.id}`;
  return html`${
    hasUnread &&
    pages > 1 &&
    linkButton({
      label: t('First unread'),
      href: `/forums/threads/${post.id}?to=unread`,
      icon: 'arrow-down',
    })
  }
  ${buttonForm({
    to: `/forums/threads/${post.id}/follow`,
    label: isOn ? t('Following') : t('Follow'),
    icon: 'bell',
    fields: { do: isOn ? 'unfollow' : 'follow' },
    data: { 'aria-pressed': String(isOn) },
  })}
  ${
    mayModerate
      ? menu({
          label: t('Moderate this thread'),
          text: t('Moderate'),
          items: html`${menuButton({
            label: thread.pinnedAt ? t('Unpin') : t('Pin'),
            to,
            icon: thread.pinnedAt ? 'pin-off' : 'pin',
            fields: { do: thread.pinnedAt ? 'unpin' : 'pin' },
          })}
          ${menuButton({
            label: post.lockedAt ? t('Reopen') : t('Close'),
            to,
            icon: post.lockedAt ? 'lock-open' : 'lock',
            fields: { do: post.lockedAt ? 'unlock' : 'lock' },
          })}
          ${menuLink({ label: t('Rename, move, split, merge'), href: `${to}/arrange`, icon: 'split' })}`,
        })
      : viewer.id === post.author.id &&
        linkButton({ label: t('Edit'), href: `/forums/posts/${post.id}/edit`, icon: 'pencil' })
  }`;
}

/** The first post, then replies and events in order. Later pages show only a link to the first post. */
function rows(shown: ThreadPage, options: ThreadViewOptions, mayWrite: boolean): Html[] {
  const { post, forum, replies, events, page, mayModerate, isSolved, solution } = shown;
  const { viewer, base } = options;
  const quoteHref = (id: string) => {
    const query = new URLSearchParams();
    if (page > 1) query.set('page', String(page));
    for (const quote of new Set([...(options.quotes ?? []), id])) query.append('quote', quote);
    return mayWrite ? `${pathOfThread(post)}?${query}#reply` : undefined;
  };
  const shared = { viewer, base, mayModerate, starterId: post.author.id };
  const mayChoose = maySolve(shown, viewer);
  const cardOf = (reply: ThreadPage['replies'][number]) => {
    const isSolution = reply.post.id === solution?.post.id;
    const mayMark = forum.hasSolutions && !isSolved && !reply.post.heldAt;
    const may = { isSolution, maySolve: mayChoose && (isSolution || mayMark) };
    return replyCard(reply.post, { ...shared, ...reply, ...may, quoteHref: quoteHref(reply.post.id) });
  };
  const linesAt = (place: number) => events.filter((event) => event.place === place).map(eventLine);
  const places = new Set(replies.map(({ place }) => place));
  const said = [
    ...replies.map((reply) => ({ place: reply.place, row: cardOf(reply) })),
    // Events after a deleted reply are still shown.
    ...events
      .filter(({ place }) => !places.has(place) && place > 0)
      .map((event) => ({ place: event.place, row: eventLine(event) })),
  ].sort((a, b) => a.place - b.place);
  return [
    ...(page === 1
      ? [
          replyCard(post, { ...shared, quoteHref: quoteHref(post.id) }),
          ...(solution ? [solutionBox(solution)] : []),
          ...linesAt(0),
        ]
      : []),
    ...said.flatMap(({ place, row }) => (places.has(place) ? [row, ...linesAt(place)] : [row])),
    ...(replies.length === 0 && page > 1 ? [html`<p class="thread-event">This post was removed.</p>`] : []),
  ];
}

const icons: Readonly<Record<ThreadEvent['kind'], IconName>> = {
  locked: 'lock',
  unlocked: 'lock-open',
  moved: 'folder',
  split: 'split',
  from: 'split',
  merged: 'merge',
};

/** A moderator action as a line in the thread. */
function eventLine(event: ThreadEvent): Html {
  const { id, kind, by, at } = event;
  return html`<p class="thread-event" id="event-${id}">
    ${icon(icons[kind])}
    <span
      >${by ? html`<a href="/@${by.username}">${by.name}</a>` : t('A moderator')} ${words(event)}
      ${relativeTime(at)}</span
    >
  </p>`;
}

function words({ kind, forum, other }: ThreadEvent): Fragment {
  const there = (text: string) =>
    other ? html`<a class="link" href="/posts/${other.id}">${other.title || text}</a>` : text;
  switch (kind) {
    case 'locked':
      return t('closed this thread');
    case 'unlocked':
      return t('reopened this thread');
    case 'moved':
      return forum
        ? html`moved this thread here from <a class="link" href="${pathOfForum(forum)}">${forum.title}</a>`
        : t('moved this thread here');
    case 'split':
      return html`split replies into a new thread: ${there(t('another thread'))}`;
    case 'from':
      return html`split this thread from ${there(t('another thread'))}`;
    case 'merged':
      return html`merged ${there(t('another thread'))} into this thread`;
  }
}

/** Open Graph and structured data of a thread's page. */
function threadMetadata(shown: ThreadPage, base: string): Html {
  const { post, page, solution } = shown;
  const description = excerptOf(post, 200);
  return html`${openGraph({ type: 'article', site: 'Plaza', title: post.title, description, url: `${base}${pathOfThread(post, page)}` })}
  ${jsonLd(solution && page === 1 && !post.paywall ? questionMarkup(shown, solution, base) : discussionMarkup(shown, base))}`;
}

function discussionMarkup({ post, forum, replies, page }: ThreadPage, base: string) {
  const url = `${base}${pathOfThread(post)}`;
  return {
    '@type': 'DiscussionForumPosting',
    '@id': url,
    url,
    headline: post.title,
    ...(page === 1 ? { text: plainRich(post.text) } : {}),
    ...paywallMarkup(post),
    datePublished: post.createdAt.toISOString(),
    ...(post.editedAt && { dateModified: post.editedAt.toISOString() }),
    author: personOf(post.author, base),
    isPartOf: { '@type': 'CollectionPage', name: forum.title, url: `${base}${pathOfForum(forum)}` },
    commentCount: post.replies,
    interactionStatistic: [likes(post), counted('CommentAction', post.replies)],
    comment: replies
      .filter(({ post }) => !post.heldAt)
      .map(({ post }) => ({
        '@type': 'Comment',
        '@id': `${base}${pathOf(post)}`,
        url: `${base}${pathOf(post)}`,
        text: plainRich(post.text),
        datePublished: post.createdAt.toISOString(),
        ...(post.editedAt && { dateModified: post.editedAt.toISOString() }),
        author: personOf(post.author, base),
        interactionStatistic: likes(post),
      })),
  };
}

const likes = ({ reactions }: Post) =>
  counted(
    'LikeAction',
    Object.values(reactions).reduce((sum, n) => sum + n, 0),
  );

const counted = (action: string, n: number) => ({
  '@type': 'InteractionCounter',
  interactionType: `https://schema.org/${action}`,
  userInteractionCount: n,
});
