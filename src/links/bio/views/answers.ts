import { formatNumber, formatPercent, t } from '../../../web/translation/translate.ts';
import { linkButton } from '../../../web/components/controls.ts';
import { buttonForm } from '../../../web/form.ts';
import { card, emptyState, table, relativeTime } from '../../../web/components/surfaces.ts';
import { barList, statistics as numbers } from '../../../web/components/charts/figures.ts';
import { chart } from '../../../web/components/charts/chart.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { html, type Html, type View, shortNumber } from '../../../web/html.ts';
import type { Tally } from '../../clicks/statistics/statistics.ts';
import { countryName, deviceName, referrerName } from '../../clicks/statistics/names.ts';
import { type ChosenRange, labelFor, rangeKeys, rangeNames, stepTitle } from '../../statistics/requests.ts';
import type { FormAnswer, BioStatistics } from '../answers.ts';
import type { Featured } from '../bio.ts';
import { type BioBlock, blockTitle, type BioBuilderState, blockKindNames, socialNetworks } from '../block.ts';
import { bioPath, builderFrame } from './builder-frame.ts';

interface AnswersPage extends BioBuilderState {
  now: Date;
  answers: readonly FormAnswer[];
  /** URL of the next page with older submissions. Undefined: there are none. */
  older: string | undefined;
}

/** The form submissions of a page. */
export function formAnswersView(page: AnswersPage): View {
  const { answers, now, older } = page;
  const path = `${bioPath(page)}/answers`;
  return builderFrame(page, {
    tab: 'answers',
    withPreview: false,
    body: html`${
      answers.length > 0 &&
      html`<div class="toolbar">
        <h2>Submissions</h2>
        ${linkButton({ label: t('Download as CSV'), href: `${path}.csv`, icon: 'download', data: { 'data-turbo': 'false' } })}
      </div>`
    }
    ${card({
      flush: true,
      body: table({
        caption: t('Submissions'),
        rows: answers,
        rowId: ({ id }) => `answer-${id}`,
        columns: [
          {
            label: t('From'),
            main: true,
            cell: ({ name, email }) =>
              html`<div class="link-cell">
                <p>${name || email}</p>
                ${name && html`<p class="link-cell-about">${email}</p>`}
              </div>`,
          },
          { label: t('Form'), cell: ({ form }) => form },
          {
            label: t('Message'),
            cell: ({ message }) => html`<span class="bio-message">${message || '–'}</span>`,
          },
          { label: t('Sent'), cell: ({ createdAt }) => relativeTime(createdAt, now) },
          {
            label: t('Delete'),
            hideLabel: true,
            align: 'end',
            cell: ({ id, email }) =>
              buttonForm({
                to: `${path}/${id}/delete`,
                label: t('Delete'),
                icon: 'trash-2',
                small: true,
                confirm: t('Delete the submission of {email}? This cannot be undone.', { email }),
              }),
          },
        ],
        empty: emptyState({
          illustration: 'links',
          title: t('No submissions yet'),
          text: t('Add a form block to the page. Submissions will appear here.'),
          action: linkButton({
            label: t('Add a form'),
            href: `${bioPath(page)}/blocks/new?kind=form`,
            icon: 'mail',
          }),
        }),
      }),
    })}
    ${olderNewer({ older: older ?? false })}`,
  });
}

interface BioStatisticsPage extends BioBuilderState {
  range: ChosenRange;
  shown: BioStatistics;
  featured: ReadonlyMap<string, Featured>;
}

/** Visits and clicks of a page. */
export const bioStatisticsView = (page: BioStatisticsPage): View =>
  builderFrame(page, {
    tab: 'statistics',
    withPreview: false,
    body: html`${totals(page)}
      ${tabs(
        t('Time'),
        rangeKeys.map((key) => ({
          label: rangeNames()[key],
          href: `${bioPath(page)}/statistics?range=${key}`,
          current: key === page.range.key,
        })),
      )}
      ${card({ body: visitsChart(page) })}
      <h2>On this page</h2>
      ${card({ body: pressed(page) })} ${breakdowns(page)}
      <p>
        ${linkButton({
          label: t('View all statistics'),
          href: `/dashboard/statistics/${page.bio.id}?${page.range.query}`,
          icon: 'chart-line',
        })}
      </p>`,
  });

function totals({ shown: { visits, total, blocks }, range }: BioStatisticsPage): Html {
  const clicks = blocks.reduce((sum, block) => sum + block.clicks, 0);
  const rate = visits.clicks === 0 ? '–' : formatPercent(clicks / visits.clicks);
  return numbers([
    { label: t('Visits'), value: shortNumber(total.clicks) },
    {
      label: t('Visits {words}', { words: range.words }),
      value: shortNumber(visits.clicks),
      trend: visits.series.map((point) => point.clicks),
    },
    { label: t('Clicks {words}', { words: range.words }), value: shortNumber(clicks) },
    { label: t('Clicks per 100 visits'), value: rate },
  ]);
}

function visitsChart({ range, shown: { visits } }: BioStatisticsPage): Html {
  return chart({
    title: stepTitle({ counted: t('Visits'), zone: range.zone, step: range.step }),
    summary: t('{clicks} visits from {uniques} visitors {words}.', {
      clicks: number(visits.clicks),
      uniques: number(visits.uniques),
      words: range.words,
    }),
    shape: 'bar',
    labels: visits.series.map(({ at }) => labelFor(range)(at)),
    series: [
      { name: t('Visits'), values: visits.series.map((point) => point.clicks) },
      { name: t('Visitors'), values: visits.series.map((point) => point.uniques) },
    ],
  });
}

const pressed = (page: BioStatisticsPage): Html =>
  barList({
    title: t('Top blocks'),
    entries: page.shown.blocks.map(({ block, clicks }) => ({ label: nameOf(page, block), value: clicks })),
    empty: t('This page has no links yet'),
  });

function nameOf({ featured }: BioStatisticsPage, block: BioBlock): string {
  if (block.kind === 'featured')
    return featured.get(block.content.linkId)?.title ?? blockKindNames().featured;
  if (block.kind === 'social')
    return block.content.accounts.map(({ network }) => socialNetworks[network].name).join(', ');
  return blockTitle(block);
}

const breakdowns = ({ shown: { visits } }: BioStatisticsPage): Html =>
  html`<h2>Audience</h2>
    <div class="grid">
      ${breakdown(t('Countries'), visits.countries, countryName)}
      ${breakdown(t('Referrers'), visits.referrers, referrerName)}
      ${breakdown(t('Devices'), visits.devices, deviceName)}
    </div>`;

const breakdown = (title: string, tallies: readonly Tally[], name: (value: string) => string): Html =>
  card({
    body: barList({
      title,
      unit: 'visits',
      entries: tallies.map(({ value, clicks }) => ({ label: name(value), value: clicks })),
      empty: t('No visits in this period'),
    }),
  });
const number = (value: number) => formatNumber(value);
