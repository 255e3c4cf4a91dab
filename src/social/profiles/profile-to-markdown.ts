import type { PageOfPosts } from '../posts/reading/page-of-posts.ts';
import { postsToMarkdown, toMarkdown } from '../post-view/to-markdown.ts';
import type { AboutLine } from '../people/profiles/about-of.ts';
import type { Profile } from '../people/profiles/profile.ts';

/** A profile as Markdown. */
export function profileToMarkdown(
  { name, username, biography }: Profile,
  about: readonly AboutLine[],
  { items: posts }: PageOfPosts,
  base: string,
): string {
  const list = postsToMarkdown(`${name} (@${username})`, posts, base);
  const end = list.indexOf('\n');
  const said = [
    `${base}/@${username}`,
    toMarkdown(biography, base),
    about.map(({ label, text }) => `- ${label}: ${toMarkdown(text, base)}`).join('\n'),
  ].filter(Boolean);
  return `${list.slice(0, end)}\n\n${said.join('\n\n')}${list.slice(end)}`;
}
