import { toMarkdownLine } from '../../kernel/text.ts';
import { pathOf } from '../posts/paths.ts';
import type { Post } from '../posts/post.ts';
import { plainRich } from '../text/rendered.ts';
import { short } from '../text/plain.ts';
import { type ForumInIndex, pathOfForum, pathOfThread, type SectionInIndex } from './forum.ts';
import { pageOfPlace, type ThreadRow } from './threads/thread.ts';
import type { ThreadPage } from './threads/get-thread.ts';

type Solution = NonNullable<ThreadPage['solution']>;
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
export function threadToMarkdown(shown: ThreadPage, base: string): string {
  const { post, forum, replies, page, pages, solution } = shown;
  const parts = [
    `# ${toMarkdownLine(post.title)}`,
    `In [${toMarkdownLine(forum.title)}](${base}${pathOfForum(forum)}) · ${base}${pathOfThread(post, page)}`,
    ...(page === 1 ? [bylineOf(post), post.text] : []),
    ...(page === 1 && solution ? [solutionLine(post, solution, base)] : []),
    ...replies.flatMap(({ post, place, quoted }) => [
      post.id === solution?.post.id ? `## #${place}: solution` : `## #${place}`,
      bylineOf(post),
      ...(quoted ? [`> ${toMarkdownLine(short(plainRich(quoted.text), longestQuote))}`] : []),
      post.text,
    ]),
    ...(page < pages ? [`Next page: ${base}${pathOfThread(post, page + 1)}`] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

function solutionLine(thread: Post, { post, place }: Solution, base: string): string {
  const address = `${base}${pathOfThread(thread, pageOfPlace(place))}#post-${post.id}`;
  return `Solved by [#${place}](${address}) of @${post.author.username}.`;
}

const bylineOf = ({ author, createdAt }: Post) =>
  `**${toMarkdownLine(author.name)}** (@${author.username}), ${createdAt.toISOString()}:`;

/** Escapes a name or title as one line of plain text in Markdown. */
const lines = (parts: readonly string[]) => `${parts.join('\n')}\n`;

/** All forums as Markdown. */
export function forumsToMarkdown(sections: readonly SectionInIndex[], base: string): string {
  const lineOf = (forum: ForumInIndex, indent = ''): string[] => [
    `${indent}- [${toMarkdownLine(forum.title)}](${base}${pathOfForum(forum)}): ${forum.threads} threads, ${forum.replies} replies${forum.description && `. ${toMarkdownLine(forum.description)}`}`,
    ...forum.below.flatMap((below) => lineOf(below, '  ')),
  ];
  return lines([
    '# Forums',
    ...sections
      .filter(({ forums }) => forums.length > 0)
      .flatMap(({ title, forums }) => [
        '',
        `## ${toMarkdownLine(title)}`,
        '',
        ...forums.flatMap((forum) => lineOf(forum)),
      ]),
  ]);
}

/** A list of threads under a heading, as Markdown. */
export const threadsToMarkdown = (title: string, threads: readonly ThreadRow[], base: string): string =>
  lines([
    `# ${toMarkdownLine(title)}`,
    '',
    ...threads.map(
      (thread) =>
        `- [${toMarkdownLine(thread.title)}](${base}${pathOfThread(thread)}), @${thread.author.username}, ${thread.replies} replies, ${thread.isSolved ? 'solved, ' : ''}${thread.lastAt.toISOString()}`,
    ),
  ]);
