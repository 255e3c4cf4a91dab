import { prefersMarkdown } from '../../kernel/prefers-markdown.ts';
import { pagesFor } from '../../platform/http/endpoint.ts';
import { showSuggestedPeople } from '../people/components.ts';
import { escapeMarkdown } from '../post-view/to-markdown.ts';
import { pathOf } from '../posts/paths.ts';
import type { Post } from '../posts/post.ts';
import { bylineOf } from '../posts/texts.ts';
import { short } from '../text/plain.ts';
import { TrendingQuery } from './api.ts';
import { getTrending } from './get-trending.ts';
import type { Trending, TrendPeriod } from './trend.ts';
import { trendingView } from './views.ts';

const anyone = pagesFor('anyone');

export const trendingPages = [
  anyone.get({
    path: '/trending',
    cached: true,
    query: TrendingQuery,
    handle: async ({ app, viewer, client, query }) => {
      client.setHeader('vary', 'Accept');
      const base = app.config.plazaUrl;
      if (!prefersMarkdown(client.accept)) {
        const [trending, people] = await Promise.all([
          getTrending(app, viewer, { ...query, isFilled: true }),
          showSuggestedPeople(app, viewer),
        ]);
        return { ...trendingView(trending, { ...query, viewer, base }), aside: people };
      }
      const body = trendingToMarkdown(
        await getTrending(app, viewer, { ...query, isFilled: true }),
        query.period,
        base,
      );
      return { type: 'text/markdown; charset=utf-8', body };
    },
  }),
];

const longestTitle = 100;

/** The trending page as Markdown lists of links. */
function trendingToMarkdown(trending: Trending, period: TrendPeriod, base: string): string {
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
