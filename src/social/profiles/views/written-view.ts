import { t } from '../../../kernel/translation/translate.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { PageOfPosts } from '../../posts/reading/page-of-posts.ts';
import { postList } from '../../posts/components/post-list.ts';
import type { Profile } from '../../people/profiles/profile.ts';
import { sectionOf, tabHeader, unlisted } from './profile-tabs.ts';

const titles = () => ({ articles: t('Articles'), questions: t('Questions'), answers: t('Answers') }) as const;

/** What somebody has written of one kind. */
export function writtenView(
  profile: Profile,
  tab: keyof ReturnType<typeof titles>,
  posts: PageOfPosts,
  { viewer, base, isFirst }: { viewer: Viewer | undefined; base: string; isFirst: boolean },
): View {
  const { name, username, relation, privacy } = profile;
  const here = `/@${username}/${tab}`;
  return {
    title: t('{value} by {name}', { value: titles()[tab], name }),
    description: t('{value} by {name} (@{username}) on Plaza', { value: titles()[tab], name, username }),
    canonical: `${base}${here}`,
    section: sectionOf(profile),
    ...(!privacy.isListed && { head: unlisted }),
    body: html`${tabHeader(profile, tab)} ${tab !== 'articles' && askedOrAnswered(username, tab)}
    ${postList(
      posts,
      { viewer, base },
      {
        label: t('{value} by {name}', { value: titles()[tab], name }),
        empty: emptyState({
          illustration: relation.isMe ? 'posts' : 'quiet',
          title: t('No {tab} yet', { tab }),
          text: relation.isMe
            ? t('Your {tab} will appear here.', { tab })
            : t('{name} has no {tab} that you can see.', { name, tab }),
        }),
        older: (before) => `${here}?before=${before}`,
        isFirst,
      },
    )}`,
  };
}

/** Questions and answers are two sides of one part. */
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
