import { ById } from '../../../kernel/input.ts';
import { pagesFor } from '../../../platform/http/endpoint.ts';
import { card, pageHeader, shortDayText } from '../../../web/components/surfaces.ts';
import { chart } from '../../../web/components/charts/chart.ts';
import { statistics } from '../../../web/components/charts/figures.ts';
import { html, type View } from '../../../web/html.ts';
import { formatNumber, t } from '../../../web/translation/translate.ts';
import { pathOf } from '../paths.ts';
import { excerptOf } from '../texts.ts';
import { getPostStatistics, type PostStatistics } from './statistics.ts';

const longestExcerpt = 80;

export const statisticsPages = [
  pagesFor('member').get({
    path: '/posts/:id/statistics',
    verb: getPostStatistics,
    params: ById,
    handle: async ({ app, viewer, params }) =>
      statisticsView(await getPostStatistics(app, viewer, params.id)),
  }),
];

/** What others did with a post, in all and by day. */
function statisticsView({ post, totals, days }: PostStatistics): View {
  const labels = days.map(({ day }) => shortDayText(new Date(day)));
  return {
    title: t('Statistics'),
    section: 'home',
    body: html`${pageHeader({
      above: html`<p>
        <a dir="auto" href="${pathOf(post)}">${post.title || excerptOf(post, longestExcerpt) || t('Post')}</a>
      </p>`,
      title: t('Statistics'),
      lead: t('Only you can see this. What you did yourself is not counted.'),
    })}
    ${statistics([
      { label: t('People'), value: formatNumber(totals.people) },
      { label: t('Reactions'), value: formatNumber(totals.reactions) },
      { label: t('Comments'), value: formatNumber(totals.comments) },
      { label: t('Shares'), value: formatNumber(totals.shares) },
      { label: t('Saves'), value: formatNumber(totals.saves) },
    ])}
    ${card({
      body: chart({
        title: t('By day'),
        summary: t('{count, plural, one {# action by others} other {# actions by others}}', {
          count: totals.reactions + totals.comments + totals.shares + totals.saves,
        }),
        labels,
        shape: 'bar',
        series: [
          { name: t('Reactions'), values: days.map(({ reactions }) => reactions) },
          { name: t('Comments'), values: days.map(({ comments }) => comments) },
          { name: t('Shares'), values: days.map(({ shares }) => shares) },
          { name: t('Saves'), values: days.map(({ saves }) => saves) },
        ],
      }),
    })}`,
  };
}
