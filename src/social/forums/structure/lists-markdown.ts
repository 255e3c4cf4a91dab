import type { ForumInIndex, SectionInIndex } from './forum.ts';
import { pathOfForum, pathOfThread } from './path-of-forum.ts';
import type { ThreadRow } from '../threads/thread.ts';
import { oneLine } from '../threads/thread-markdown.ts';

const lines = (parts: readonly string[]) => `${parts.join('\n')}\n`;

/** All forums as Markdown. */
export function forumsToMarkdown(sections: readonly SectionInIndex[], base: string): string {
  const lineOf = (forum: ForumInIndex, indent = ''): string[] => [
    `${indent}- [${oneLine(forum.title)}](${base}${pathOfForum(forum)}): ${forum.threads} threads, ${forum.replies} replies${forum.description && `. ${oneLine(forum.description)}`}`,
    ...forum.below.flatMap((below) => lineOf(below, '  ')),
  ];
  return lines([
    '# Forums',
    ...sections
      .filter(({ forums }) => forums.length > 0)
      .flatMap(({ title, forums }) => [
        '',
        `## ${oneLine(title)}`,
        '',
        ...forums.flatMap((forum) => lineOf(forum)),
      ]),
  ]);
}

/** A list of threads under a heading, as Markdown. */
export const threadsToMarkdown = (title: string, threads: readonly ThreadRow[], base: string): string =>
  lines([
    `# ${oneLine(title)}`,
    '',
    ...threads.map(
      (thread) =>
        `- [${oneLine(thread.title)}](${base}${pathOfThread(thread)}), @${thread.author.username}, ${thread.replies} replies, ${thread.lastAt.toISOString()}`,
    ),
  ]);
