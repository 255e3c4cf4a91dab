import { t } from '../../../kernel/translation/translate.ts';
import { button, linkButton } from '../../../web/components/button.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { PageOfPosts } from '../../posts/reading/page-of-posts.ts';
import type { CardContext } from '../../posts/components/post-card.ts';
import { postList } from '../../posts/components/post-list.ts';

/** The viewer's saved posts. */
export function savedView(
  posts: PageOfPosts,
  context: CardContext,
  { words, isFirst }: { words: string; isFirst: boolean },
): View {
  const sought = words.trim();
  return {
    title: t('Saved'),
    section: 'saved',
    body: html`${pageHeader({ title: t('Saved'), lead: t('Only you can see this list.') })}
      <form class="search-row" action="/saved" method="get" role="search">
        ${textField({
          name: 'q',
          label: t('Search saved posts'),
          hideLabel: true,
          type: 'search',
          icon: 'search',
          placeholder: t('Search saved posts'),
          value: words,
          maxlength: 200,
        })}
        ${button({ label: t('Search') })}
      </form>
      ${postList(posts, context, {
        label: t('Saved'),
        empty: emptyState(
          sought === ''
            ? {
                illustration: 'posts',
                title: t('Nothing saved yet'),
                text: t('Save posts from their menu to find them here.'),
                action: linkButton({ label: t('Discover'), href: '/discover' }),
              }
            : {
                illustration: 'search',
                title: t('No results'),
                text: t('None of your saved posts contains “{sought}”.', { sought }),
                action: linkButton({ label: t('Show all'), href: '/saved' }),
              },
        ),
        older: (before) =>
          `/saved?${new URLSearchParams({ ...(sought && { q: sought }), before }).toString()}`,
        isFirst,
      })}`,
  };
}
