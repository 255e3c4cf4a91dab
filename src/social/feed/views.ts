import { t } from '../../web/translation/translate.ts';
import type { Viewer } from '../../platform/app.ts';
import { linkButton, icon } from '../../web/components/controls.ts';
import { card, emptyState, notice } from '../../web/components/surfaces.ts';
import { composerPrompt } from '../../web/components/fields/composer.ts';
import { olderNewer } from '../../web/components/navigation/pagination.ts';
import { tabs } from '../../web/components/navigation/tabs.ts';
import { stack } from '../../web/components/people.ts';
import { buttonForm } from '../../web/form.ts';
import { attributes, html, type Html, type View } from '../../web/html.ts';
import { feedLinks } from '../components/feed-links.ts';
import { postCard, postList } from '../posts/components/post-card.ts';
import type { PageOfPosts } from '../posts/reading/lists.ts';
import { type Feed, maxNewer, type TopPage } from './feed.ts';
import type { FirstSteps } from './front.ts';

interface FeedOptions {
  feed: Feed;
  aside: Html;
  viewer: Viewer;
  base: string;
  /** Whether this is the first page. */
  isFirst: boolean;
  /** The newest post seen before this visit. */
  seen: string | undefined;
  /** Onboarding steps of a new member. */
  steps: FirstSteps | undefined;
}

/** Posts by the viewer's friends and followed people, with a composer. */
export function feedView(options: FeedOptions): View {
  const { feed, aside, viewer, base, isFirst, seen, steps } = options;
  return {
    title: t('Home'),
    section: 'home',
    aside,
    body: html`<h1 class="visually-hidden">Home</h1>
      ${feedTabs('following')} ${isFirst && composerPrompt(viewer, t('What’s on your mind?'), '/compose')}
      ${steps && firstStepsCard(steps)}
      ${isFirst && newPostsNotice(feed.items[0]?.id ?? '0', 0, feed.isFilled)}
      ${isFirst && feed.isFilled && feed.items.length > 0 && newcomersNotice()}
      ${postList(
        feed,
        { viewer, base },
        {
          label: t('Posts'),
          empty: quiet(),
          older: (before) => `/?before=${before}`,
          isFirst,
          ...(seen !== undefined && { line: { before: seen, body: seenLine() } }),
        },
      )}`,
  };
}

/** The top posts of the viewer's feed. */
export function topView(options: {
  top: TopPage;
  aside: Html;
  viewer: Viewer;
  base: string;
  page: number;
}): View {
  const { top, aside, viewer, base, page } = options;
  const href = (page: number) => `/?sort=top&ranking=${top.ranking}&page=${page}`;
  return {
    title: t('Top'),
    section: 'home',
    aside,
    body: html`<h1 class="visually-hidden">Top posts</h1>
      ${feedTabs('top')}
      ${
        top.items.length > 0
          ? card({
              flush: true,
              body: stack(
                top.items.map((post) => postCard(post, { viewer, base })),
                t('Top posts'),
              ),
            })
          : card({ body: page === 0 && !top.hasMore ? quiet() : html`<p>You’ve reached the end.</p>` })
      }
      ${olderNewer({ newer: page > 0 && href(page - 1), older: top.hasMore && href(page + 1) })}`,
  };
}

/** All public posts. */
export function discoverView(
  posts: PageOfPosts,
  options: { aside: Html; viewer: Viewer | undefined; base: string; isFirst: boolean },
): View {
  const { aside, viewer, base, isFirst } = options;
  return {
    title: t('Discover'),
    description: t('The newest public posts on Plaza'),
    canonical: `${base}/discover`,
    head: feedLinks('posts', t('All public posts')),
    section: 'home',
    aside,
    body: html`<h1 class="visually-hidden">Discover</h1>
      ${viewer && feedTabs('discover')}
      ${postList(
        posts,
        { viewer, base },
        {
          label: t('Public posts'),
          empty: emptyState({
            illustration: 'posts',
            title: t('Nothing public yet'),
            text: t('Public posts will appear here.'),
            action: viewer
              ? linkButton({
                  label: t('Write a post'),
                  href: '/compose',
                  icon: 'square-pen',
                  kind: 'primary',
                })
              : linkButton({ label: t('Join'), href: '/signup', kind: 'primary' }),
          }),
          older: (before) => `/discover?before=${before}`,
          isFirst,
        },
      )}`,
  };
}

const quiet = () =>
  emptyState({
    illustration: 'posts',
    title: t('It’s quiet here'),
    text: t('Write your first post, or follow people to see their posts.'),
    action: linkButton({ label: t('Find people'), href: '/people', icon: 'users', kind: 'primary' }),
  });

const feedTabs = (current: 'following' | 'top' | 'discover'): Html =>
  tabs(t('Feeds'), [
    { label: t('Following'), href: '/', current: current === 'following' },
    { label: t('Top'), href: '/?sort=top', current: current === 'top' },
    { label: t('Discover'), href: '/discover', current: current === 'discover' },
  ]);

const newcomersNotice = () =>
  notice({
    tone: 'accent',
    body: html`<p>
      You don’t follow anyone yet, so here are the latest public posts.
      <a class="link" href="/people">Find people</a>
    </p>`,
  });

/**
 * The number of posts since the page was loaded, overlaid on the feed. An open page refreshes it on events of
 * the live stream.
 */
export const newPostsNotice = (after: string, count: number, isFilled = false): Html =>
  html`<div
    class="feed-news"
    role="status"
    ${attributes({
      id: 'feed-news',
      'data-controller': 'refresh',
      'data-refresh-address-value': `/feed/news?after=${after}`,
      'data-refresh-event-value': 'feed',
      // The live stream covers accounts the reader follows. Readers who follow no one poll instead.
      'data-refresh-seconds-value': isFilled ? 30 : undefined,
      'data-refresh-version-value': String(count),
    })}
  >
    ${
      count > 0 &&
      html`<a class="button primary small" href="/" data-turbo-action="replace"
        >${icon('arrow-up')}<span
          >${
            count === maxNewer
              ? t('{count}+ new posts', { count })
              : t('{count, plural, one {# new post} other {# new posts}}', { count })
          }</span
        ></a
      >`
    }
  </div>`;

/** Marks where the posts seen on an earlier visit begin. */
const seenLine = (): Html => html`<p class="feed-mark">New since your last visit</p>`;

/** Three onboarding steps above a new member's feed, each with its own page. False when all are done. */
function firstStepsCard({ hasPicture, hasBiography, followsSomebody }: FirstSteps): Html | false {
  const steps = [
    [hasPicture, t('Add a profile picture'), '/welcome'],
    [hasBiography, t('Introduce yourself'), '/welcome/about'],
    [followsSomebody, t('Follow people'), '/welcome/people'],
  ] as const;
  if (steps.every(([isDone]) => isDone)) return false;
  return card({
    title: t('Get started'),
    actions: buttonForm({ to: '/welcome/finish', label: t('Hide'), kind: 'plain', small: true }),
    body: html`<ul class="first-steps">
      ${steps.map(
        ([isDone, label, href]) =>
          html`<li>
            ${isDone ? icon('circle-check', t('Done')) : icon('circle-dashed')}
            ${isDone ? label : html`<a class="link" href="${href}">${label}</a>`}
          </li>`,
      )}
    </ul>`,
  });
}
