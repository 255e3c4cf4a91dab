import { pathOf } from '../posts/paths.ts';
import type { Post } from '../posts/post.ts';
import { short } from '../text/short.ts';
import { escapeMarkdown } from '../post-view/to-markdown.ts';
import { bylineOf } from '../posts/texts.ts';
import type { Trending, TrendPeriod } from './trend.ts';

const longestTitle = 100;

/** The trending page as Markdown lists of links. */
export function trendingToMarkdown(trending: Trending, period: TrendPeriod, base: string): string {
  const tags = trending.hashtags.map(
    ({ tag, people }) =>
      `- [#${escapeMarkdown(tag)}](${base}/hashtag/${encodeURIComponent(tag)}): ${people} people`,
  );
  const linkTo = (post: Post) => {
    const title = post.title || short(post.warning || post.text, longestTitle) || 'Pictures';
    const name = bylineOf(post).author.name;
    return `- [${escapeMarkdown(title.replaceAll(/\s+/g, ' '))}](${base}${pathOf(post)}) by ${escapeMarkdown(name)}`;
  };
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`## ${title}`, lines.join('\n')];
  const parts = [
    `# Trending, ${period}`,
    ...section('Hashtags', tags),
    ...section('Posts', trending.posts.map(linkTo)),
    ...section('Articles', trending.articles.map(linkTo)),
    ...section('Threads', trending.threads.map(linkTo)),
    ...section('Questions', trending.questions.map(linkTo)),
  ];
  return `${parts.join('\n\n')}\n`;
}
