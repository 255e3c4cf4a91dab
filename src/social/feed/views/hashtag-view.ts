import { t } from '../../../kernel/translation/translate.ts';
import { feedLinks } from '../../components/feed-links.ts';
import { linkButton } from '../../../web/components/button.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { PageOfPosts } from '../../posts/reading/lists.ts';
import { type CardContext, postList } from '../../posts/components/post-card.ts';

/** All posts with a hashtag that are visible to the viewer. */
export function hashtagView(tag: string, posts: PageOfPosts, context: CardContext, isFirst: boolean): View {
  const href = `/hashtag/${encodeURIComponent(tag)}`;
  return {
    title: `#${tag}`,
    description: t('Posts with #{tag} on Plaza', { tag }),
    canonical: `${context.base}${href}`,
    section: 'home',
    head: feedLinks(`tags/${encodeURIComponent(tag)}`, `#${tag}`),
    body: html`${pageHeader({ title: `#${tag}` })}
    ${postList(posts, context, {
      label: t('Posts with #{tag}', { tag }),
      empty: emptyState({
        illustration: 'search',
        title: t('No posts with #{tag} yet', { tag }),
        text: t('Posts with this hashtag will appear here.'),
        action: context.viewer
          ? linkButton({ label: t('Write a post'), href: '/#compose', icon: 'square-pen', kind: 'primary' })
          : linkButton({ label: t('Discover'), href: '/discover' }),
      }),
      older: (before) => `${href}?before=${before}`,
      isFirst,
    })}`,
  };
}
