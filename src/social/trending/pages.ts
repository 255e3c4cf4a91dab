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
import { type Trending, type TrendPeriod, trendPeriods } from './trend.ts';
import { t } from '../../web/translation/translate.ts';
import { linkButton } from '../../web/components/controls.ts';
import { card, emptyState, pageHeader } from '../../web/components/surfaces.ts';
import { tabs } from '../../web/components/navigation/tabs.ts';
import { stack } from '../../web/components/people.ts';
import { attributes, html, type Html, type View } from '../../web/html.ts';
import { type CardContext, postCard } from '../posts/components/post-card.ts';
import { tagRows } from './components.ts';

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

interface TrendingOptions extends CardContext {
  period: TrendPeriod;
  topic?: string | undefined;
}

const periodNames = (): Readonly<Record<TrendPeriod, string>> => ({
  '24h': t('24 hours'),
  '7d': t('7 days'),
  '30d': t('30 days'),
});

/** Trends by kind. */
function trendingView(trending: Trending, options: TrendingOptions): View {
  const { period, topic, base } = options;
  const sections = [
    section(t('Hashtags'), trending.hashtags.length > 0 && tagRows(trending.hashtags)),
    section(t('Posts'), cards(trending.posts, options), true),
    section(t('Articles'), cards(trending.articles, options), true),
    section(t('Threads'), cards(trending.threads, options), true),
    section(t('Questions'), cards(trending.questions, options), true),
  ].filter((shown) => shown !== false);
  return {
    title: topic ? t('Trending: {topic}', { topic }) : t('Trending'),
    description: t('What people on Plaza are talking about.'),
    canonical: `${base}${periodPath('24h', undefined)}`,
    section: 'trending',
    ...(topic && { head: html`<meta name="robots" content="noindex, follow" />` }),
    body: html`${pageHeader({ title: t('Trending'), lead: t('What people are talking about.') })}
      <search>
        <form class="question-search" action="/trending" method="get">
          ${period !== '24h' && html`<input type="hidden" name="period" value="${period}" />`}
          <input
            class="input"
            ${attributes({
              type: 'search',
              name: 'topic',
              value: topic,
              placeholder: t('Hashtag or keyword'),
              'aria-label': t('Topic'),
              maxlength: 100,
            })}
          />
          <button class="button quiet" type="submit"><span>Search</span></button>
        </form>
      </search>
      ${tabs(
        t('Period'),
        trendPeriods.map((each) => ({
          label: periodNames()[each],
          href: periodPath(each, topic),
          current: each === period,
        })),
      )}
      ${sections.length > 0 ? sections : nothing(options)}`,
  };
}

function periodPath(period: TrendPeriod, topic: string | undefined): string {
  const query = new URLSearchParams();
  if (period !== '24h') query.set('period', period);
  if (topic) query.set('topic', topic);
  return query.size === 0 ? '/trending' : `/trending?${query}`;
}

const section = (title: string, body: Html | false, flush = false): Html | false =>
  body && card({ title, body, flush });

const cards = (posts: readonly Post[], context: CardContext): Html | false =>
  posts.length > 0 &&
  stack(
    posts.map((post) => postCard(post, context)),
    t('Trending'),
  );

const nothing = ({ topic, period, viewer }: TrendingOptions): Html =>
  card({
    body: emptyState({
      illustration: topic ? 'search' : 'quiet',
      title: topic ? t('Nothing trending about {topic}', { topic }) : t('Nothing trending'),
      text: topic
        ? t('Try a longer period or another word.')
        : t('Popular posts and hashtags will appear here.'),
      action: topic
        ? linkButton({ label: t('Everything'), href: '/trending' })
        : period !== '30d'
          ? linkButton({ label: t('The last 30 days'), href: '/trending?period=30d' })
          : viewer
            ? linkButton({ label: t('Write a post'), href: '/compose', icon: 'square-pen', kind: 'primary' })
            : linkButton({ label: t('Discover'), href: '/discover' }),
    }),
  });
