import { badge } from '../../../web/components/badge.ts';
import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { table } from '../../../web/components/table.ts';
import { day } from '../../../web/components/time.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Finding } from '../audit.ts';
import { compareReports } from '../compare-reports.ts';
import type { StoredReport } from '../queries.ts';
import { gradeBadge, statuses } from './grade.ts';

const state = (status: Finding['status']) =>
  badge(statuses[status].label, statuses[status].tone, statuses[status].icon);

/** The changes between two reports. */
export function comparisonView(older: StoredReport, newer: StoredReport): View {
  const { host } = new URL(newer.report.url);
  const before = new Map(older.report.categories.map((category) => [category.id, category]));
  return {
    title: `Comparison of ${host}`,
    section: 'tools',
    style: 'tools',
    head: html`<meta name="robots" content="noindex" />`,
    body: html`${pageHeader({
      title: `Comparison of ${host}`,
      lead: html`<a href="/tools/audit/${older.token}">${day(older.createdAt)}</a> and
        <a href="/tools/audit/${newer.token}">${day(newer.createdAt)}</a>`,
    })}
    ${card({
      title: 'Scores',
      flush: true,
      body: table({
        caption: 'Scores by category',
        rows: [
          { title: 'Overall', from: older.report, to: newer.report },
          ...newer.report.categories.map((category) => ({
            title: category.title,
            from: before.get(category.id),
            to: category,
          })),
        ],
        columns: [
          { label: 'Category', main: true, cell: ({ title }) => title },
          {
            label: 'Before',
            align: 'end',
            cell: ({ from }) => html`${from?.score ?? '–'} ${gradeBadge(from?.grade ?? '–')}`,
          },
          { label: 'Now', align: 'end', cell: ({ to }) => html`${to.score ?? '–'} ${gradeBadge(to.grade)}` },
        ],
      }),
    })}
    ${card({
      title: 'Changed checks',
      flush: true,
      body: table({
        caption: 'Changed checks',
        rows: compareReports(older.report, newer.report),
        columns: [
          { label: 'Check', main: true, cell: ({ title }) => title },
          { label: 'Before', cell: ({ from }) => state(from) },
          { label: 'Now', cell: ({ to }) => state(to) },
          { label: 'Evidence', cell: ({ evidence }) => evidence },
        ],
        empty: emptyState({
          illustration: 'quiet',
          title: 'No check changed',
          text: 'All checks have the same result as before.',
        }),
      }),
    })}`,
  };
}
