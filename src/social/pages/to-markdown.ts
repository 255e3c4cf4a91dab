import type { PageOfPosts } from '../posts/reading/page-of-posts.ts';
import { postsToMarkdown, toMarkdown } from '../post-view/to-markdown.ts';
import { short } from '../text/short.ts';
import { pathOfPage, type SocialPage } from '../access/page.ts';

/** A page as Markdown. */
export function pageToMarkdown(page: SocialPage, { items: posts }: PageOfPosts, base: string): string {
  const list = postsToMarkdown(page.title, posts, base);
  const end = list.indexOf('\n');
  const facts = [
    `${base}${pathOfPage(page)}`,
    toMarkdown(page.about, base),
    [
      page.category && `- Category: ${page.category.name}`,
      page.website && `- Website: <${page.website}>`,
      page.isVerified && '- Verified by the operators of this site',
      `- Liked by: ${page.likes}`,
    ]
      .filter(Boolean)
      .join('\n'),
  ].filter(Boolean);
  return `${list.slice(0, end)}\n\n${facts.join('\n\n')}\n${list.slice(end)}`;
}

export const pagesToMarkdown = (pages: readonly SocialPage[], base: string): string =>
  `# Pages\n\n${pages
    .map((page) => {
      const title = toMarkdown(page.title, base).replaceAll(/[[\]]/g, '\\$&');
      const about = short(page.about, 200);
      return `- [${title}](${base}${pathOfPage(page)})${about && `: ${toMarkdown(about, base)}`}`;
    })
    .join('\n')}\n`;
