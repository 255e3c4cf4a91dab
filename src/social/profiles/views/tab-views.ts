import { canSeePart } from '../../../identity/account/privacy.ts';
import { msg } from '../../../kernel/problem.ts';
import { t } from '../../../web/translation/translate.ts';
import type { NumberedPage } from '../../../platform/database/queries.ts';
import type { Viewer } from '../../../platform/app.ts';
import { linkButton } from '../../../web/components/controls.ts';
import { card, emptyState } from '../../../web/components/surfaces.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { attributes, html, type Html, type View } from '../../../web/html.ts';
import { peopleList } from '../../people/components.ts';
import type { PageOfPeople } from '../../people/lists.ts';
import type { Profile } from '../../people/profile.ts';
import { photoGrid, postList } from '../../posts/components/post-card.ts';
import type { PageOfPosts } from '../../posts/reading/lists.ts';
import type { PhotoInList } from '../../posts/records/post-parts.ts';
import { profileSection, tabHeader, unlisted } from './profile-view.ts';

const titles = () => ({ articles: t('Articles'), questions: t('Questions'), answers: t('Answers') }) as const;
const headings = {
  articles: msg('Articles by {name}'),
  questions: msg('Questions by {name}'),
  answers: msg('Answers by {name}'),
};
const descriptions = {
  articles: msg('Articles by {name} (@{username}) on Plaza'),
  questions: msg('Questions by {name} (@{username}) on Plaza'),
  answers: msg('Answers by {name} (@{username}) on Plaza'),
};
const nothingYet = {
  articles: {
    title: msg('No articles yet'),
    mine: msg('Your articles will appear here.'),
    theirs: msg('{name} has no articles that you can see.'),
  },
  questions: {
    title: msg('No questions yet'),
    mine: msg('Your questions will appear here.'),
    theirs: msg('{name} has no questions that you can see.'),
  },
  answers: {
    title: msg('No answers yet'),
    mine: msg('Your answers will appear here.'),
    theirs: msg('{name} has no answers that you can see.'),
  },
};

const next = () =>
  ({
    articles: { label: t('Write an article'), href: '/articles/new', icon: 'square-pen' },
    questions: { label: t('Ask a question'), href: '/questions/new', icon: 'plus' },
    answers: { label: t('Unanswered questions'), href: '/questions?sort=unanswered' },
  }) as const;

/** A person's articles, questions or answers. */
export function writtenView(
  profile: Profile,
  tab: keyof ReturnType<typeof titles>,
  posts: PageOfPosts,
  { viewer, base, isFirst }: { viewer: Viewer | undefined; base: string; isFirst: boolean },
): View {
  const { name, username, relation, privacy } = profile;
  const here = `/@${username}/${tab}`;
  return {
    title: t(headings[tab], { name }),
    description: t(descriptions[tab], { name, username }),
    canonical: `${base}${here}`,
    section: profileSection(profile),
    ...(!privacy.isListed && { head: unlisted }),
    body: html`${tabHeader(profile, tab)} ${tab !== 'articles' && askedOrAnswered(username, tab)}
    ${postList(
      posts,
      { viewer, base },
      {
        label: t(headings[tab], { name }),
        empty: emptyState({
          illustration: relation.isMe ? 'posts' : 'quiet',
          title: t(nothingYet[tab].title),
          text: relation.isMe ? t(nothingYet[tab].mine) : t(nothingYet[tab].theirs, { name }),
          ...(relation.isMe && { action: linkButton(next()[tab]) }),
        }),
        older: (before) => `${here}?before=${before}`,
        isFirst,
      },
    )}`,
  };
}

/** Switches between questions and answers, which share one tab. */
const askedOrAnswered = (username: string, current: 'questions' | 'answers'): Html =>
  html`<nav class="comment-orders" aria-label="Asked or answered">
    ${(['questions', 'answers'] as const).map(
      (tab) =>
        html`<a
          class="link"
          ${attributes({ href: `/@${username}/${tab}`, 'aria-current': tab === current ? 'page' : undefined })}
          >${titles()[tab]}</a
        >`,
    )}
  </nav>`;

/** Photos of a person's posts, each linked to its post. */
export function photosView(
  profile: Profile,
  { items: photos, hasMore }: NumberedPage<PhotoInList>,
  { base, page }: { viewer: Viewer | undefined; base: string; page: number },
): View {
  const { name, username, relation, privacy } = profile;
  const here = `/@${username}/photos`;
  return {
    title: t('Photos by {name}', { name }),
    description: t('Photos by {name} (@{username}) on Plaza', { name, username }),
    canonical: `${base}${here}`,
    section: profileSection(profile),
    ...(!privacy.isListed && { head: unlisted }),
    body: html`${tabHeader(profile, 'photos')}
    ${
      photos.length > 0
        ? photoGrid(photos, name)
        : card({
            body: emptyState({
              illustration: relation.isMe ? 'posts' : 'quiet',
              title: page > 0 ? t('No more photos') : t('No photos yet'),
              text: relation.isMe
                ? t('Photos from your posts will appear here.')
                : t('{name} has no photos that you can see.', { name }),
              ...(relation.isMe && {
                action: linkButton({ label: t('Write a post'), href: '/compose', icon: 'square-pen' }),
              }),
            }),
          })
    }
    ${olderNewer({ newer: page > 0 && `${here}?page=${page - 1}`, older: hasMore && `${here}?page=${page + 1}` })}`,
  };
}

const connectionTitles = {
  friends: msg('Friends of {name}'),
  followers: msg('Followers of {name}'),
  following: msg('People {name} follows'),
  mutual: msg('Friends in common with {name}'),
};

/** Lists of a person's friends, followers and followed people. */
export function connectionsView(
  profile: Profile,
  kind: keyof typeof connectionTitles,
  people: PageOfPeople,
  { viewer, page }: { viewer: Viewer | undefined; page: number },
): View {
  const { name, username } = profile;
  const label = t(connectionTitles[kind], { name });
  const isHidden =
    (kind === 'friends' || kind === 'mutual') && !canSeePart(profile.privacy, 'friends', profile.relation);
  return {
    title: label,
    section: profileSection(profile),
    head: unlisted,
    body: html`${tabHeader(profile, kind)}
    ${peopleList(people, {
      label,
      isStranger: viewer === undefined,
      empty: emptyState({
        illustration: 'people',
        title: isHidden ? t('Private') : t('No one here yet'),
        text: isHidden ? t('{name} keeps their friends list private.', { name }) : emptyWords(profile, kind),
        ...(profile.relation.isMe && {
          action: linkButton({ label: t('Find people'), href: '/people', icon: 'users' }),
        }),
      }),
      page,
      href: (page) => `/@${username}/${kind}?page=${page}`,
    })}`,
  };
}

function emptyWords({ name, relation }: Profile, kind: keyof typeof connectionTitles): string {
  const { isMe } = relation;
  if (kind === 'friends')
    return isMe ? t('You have no friends here yet.') : t('{name} has no friends here yet.', { name });
  if (kind === 'followers')
    return isMe ? t('You have no followers yet.') : t('{name} has no followers yet.', { name });
  if (kind === 'mutual') return t('You and {name} have no friends in common.', { name });
  return isMe ? t('You don’t follow anyone yet.') : t('{name} doesn’t follow anyone yet.', { name });
}
