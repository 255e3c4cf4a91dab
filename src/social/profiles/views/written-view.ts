import { msg, t } from '../../../kernel/translation/translate.ts';
import { linkButton } from '../../../web/components/button.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { PageOfPosts } from '../../posts/reading/page-of-posts.ts';
import { postList } from '../../posts/components/post-list.ts';
import type { Profile } from '../../people/profiles/profile.ts';
import { sectionOf, tabHeader, unlisted } from './profile-tabs.ts';

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
    section: sectionOf(profile),
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
