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

/** Posts below each other, and the way to older ones; `empty` when there is none. */
export function postList(
  page: PageOfPosts,
  context: CardContext,
  options: {
    label: string;
    empty: Html;
    older: (before: string) => string;
    isFirst: boolean;
    /** Stands between posts newer than the one named and the others. */
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
