import { button } from '../../../web/components/button.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { PageOfPosts } from '../../posts/reading/page-of-posts.ts';
import type { CardContext } from '../../posts/components/post-card.ts';
import { postList } from '../../posts/components/post-list.ts';

/** What one keeps for later. */
export function savedView(
  posts: PageOfPosts,
  context: CardContext,
  { words, isFirst }: { words: string; isFirst: boolean },
): View {
  const sought = words.trim();
  return {
    title: 'Saved',
    section: 'saved',
    body: html`${pageHeader({ title: 'Saved', lead: 'Only you can see this list.' })}
      <form class="search-row" action="/saved" method="get" role="search">
        ${textField({
          name: 'q',
          label: 'Search saved posts',
          hideLabel: true,
          type: 'search',
          icon: 'search',
          placeholder: 'Search saved posts',
          value: words,
          maxlength: 200,
        })}
        ${button({ label: 'Search' })}
      </form>
      ${postList(posts, context, {
        label: 'Saved',
        empty: emptyState(
          sought === ''
            ? {
                illustration: 'posts',
                title: 'Nothing saved yet',
                text: 'Save posts from their menu to find them here.',
              }
            : {
                illustration: 'search',
                title: 'No results',
                text: `None of your saved posts contains “${sought}”.`,
              },
        ),
        older: (before) =>
          `/saved?${new URLSearchParams({ ...(sought && { q: sought }), before }).toString()}`,
        isFirst,
      })}`,
  };
}
