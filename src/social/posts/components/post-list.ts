import { card } from '../../../web/components/card.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { stack } from '../../../web/components/person-row.ts';
import { html, type Html } from '../../../web/html.ts';
import type { PageOfPosts } from '../reading/page-of-posts.ts';
import type { Post } from '../post.ts';
import { postCard, type CardContext } from './post-card.ts';

const isCrossed = (newer: Post | undefined, post: Post, line: string | undefined): boolean =>
  newer !== undefined &&
  line !== undefined &&
  BigInt(newer.id) > BigInt(line) &&
  BigInt(post.id) <= BigInt(line);

/** A list of posts with a link to older ones. `empty`: shown if there are none. */
export function postList(
  page: PageOfPosts,
  context: CardContext,
  options: {
    label: string;
    empty: Html;
    older: (before: string) => string;
    isFirst: boolean;
    /** A divider between newer posts and the given post. */
    line?: { before: string; body: Html };
  },
): Html {
  if (page.items.length === 0 && page.next === undefined)
    return options.isFirst ? card({ body: options.empty }) : card({ body: html`<p>No older articles.</p>` });
  return html`${card({
    flush: true,
    body: stack(
      page.items.map((post, index) =>
        isCrossed(page.items[index - 1], post, options.line?.before)
          ? html`${options.line?.body} ${postCard(post, context)}`
          : postCard(post, context),
      ),
      options.label,
    ),
  })}
  ${olderNewer({ older: page.next !== undefined && options.older(page.next) })}`;
}
