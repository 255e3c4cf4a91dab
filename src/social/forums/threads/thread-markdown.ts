import { plainRich } from '../../text/rendered.ts';
import { pathOf } from '../../posts/paths.ts';
import type { Post } from '../../posts/post.ts';
import { short } from '../../text/short.ts';
import { pathOfForum, pathOfThread } from '../structure/path-of-forum.ts';
import type { ThreadPage } from './get-thread.ts';

const longestQuote = 400;

/** Quotes as Markdown text, each with a link to the quoted post. */
export const toQuotes = (posts: readonly Post[]): string =>
  posts
    .map((post) => {
      const said = short(plainRich(post.text).replaceAll(/\s+/g, ' '), longestQuote);
      return `> @${post.author.username} [wrote](${pathOf(post)}): ${said}\n\n`;
    })
    .join('\n');

/** A page of a thread as Markdown. */
export function threadToMarkdown({ post, forum, replies, page, pages }: ThreadPage, base: string): string {
  const parts = [
    `# ${oneLine(post.title)}`,
    `In [${oneLine(forum.title)}](${base}${pathOfForum(forum)}) · ${base}${pathOfThread(post, page)}`,
    ...(page === 1 ? [bylineOf(post), post.text] : []),
    ...replies.flatMap(({ post, place, quoted }) => [
      `## #${place}`,
      bylineOf(post),
      ...(quoted ? [`> ${oneLine(short(plainRich(quoted.text), longestQuote))}`] : []),
      post.text,
    ]),
    ...(page < pages ? [`Next page: ${base}${pathOfThread(post, page + 1)}`] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

const bylineOf = ({ author, createdAt }: Post) =>
  `**${oneLine(author.name)}** (@${author.username}), ${createdAt.toISOString()}:`;

/** Escapes a name or title as one line of plain text in Markdown. */
export const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>#|~&]/g, '\\$&');
