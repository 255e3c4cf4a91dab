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
    body: html`${pageHeader({ title: 'Saved', lead: 'Only you see what is here.' })}
      <form class="search-row" action="/saved" method="get" role="search">
        ${textField({
          name: 'q',
          label: 'Look for words in it',
          hideLabel: true,
          type: 'search',
          icon: 'search',
          placeholder: 'Look for words in it',
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
                text: 'What you want to come back to: open the menu of a post, and press Save.',
              }
            : {
                illustration: 'search',
                title: 'Nothing found',
                text: `Nothing that you saved has “${sought}” in it.`,
              },
        ),
        older: (before) =>
          `/saved?${new URLSearchParams({ ...(sought && { q: sought }), before }).toString()}`,
        isFirst,
      })}`,
  };
}
