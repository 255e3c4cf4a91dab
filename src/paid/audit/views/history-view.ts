import { t } from '../../../web/translation/translate.ts';
import type { CursorPage } from '../../../platform/database/queries.ts';
import {
  badge,
  type Tone,
  card,
  emptyState,
  pageHeader,
  table,
  day,
  relativeTime,
} from '../../../web/components/surfaces.ts';
import { linkButton } from '../../../web/components/controls.ts';
import type { IconName } from '../../../web/components/icon-names.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import type { AuditFinding, Status } from '../audit.ts';
import { compareReports, type PastAudit, type StoredReport } from '../reports.ts';

/** A member's audits, of all sites or of one. */
export const auditHistoryView = ({ items, next }: CursorPage<PastAudit>, host: string | undefined): View => ({
  title: 'Your audits',
  section: 'tools',
  style: 'tools',
  body: html`${pageHeader({
    title: host === undefined ? 'Your audits' : `Audits of ${host}`,
    actions: linkButton({ label: 'New audit', href: '/tools/audit', kind: 'primary', icon: 'gauge' }),
  })}
  ${
    items.length === 0
      ? emptyState({
          illustration: 'quiet',
          title: 'No audits yet',
          text: 'Sites you audit appear here, with changes since the last audit.',
          action: linkButton({ label: 'Audit a website', href: '/tools/audit', kind: 'primary' }),
        })
      : card({ flush: true, body: auditList(items) })
  }
  ${olderNewer({ older: next !== undefined && `/tools/audit/history?${new URLSearchParams({ ...(host !== undefined && { host }), before: next })}` })}`,
});

const state = (status: AuditFinding['status']) =>
  badge(statuses[status].label, statuses[status].tone, statuses[status].icon);

/** The changes between two reports. */
export function comparisonView(older: StoredReport, newer: StoredReport): View {
  const { host } = new URL(newer.report.url);
  const before = new Map(older.report.categories.map((category) => [category.id, category]));
  return {
    title: t('Comparison of {host}', { host }),
    section: 'tools',
    style: 'tools',
    head: html`<meta name="robots" content="noindex" />`,
    body: html`${pageHeader({
      title: t('Comparison of {host}', { host }),
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

/** A table of audits with the changes since the previous one. */
export const auditList = (audits: readonly PastAudit[]): Html =>
  table({
    caption: 'Audits',
    rows: audits,
    columns: [
      {
        label: 'Website',
        main: true,
        cell: ({ host, token }) => html`<a href="/tools/audit/${token}">${host}</a>`,
      },
      { label: 'Grade', cell: ({ grade }) => gradeBadge(grade) },
      { label: 'Score', align: 'end', cell: ({ score }) => String(score) },
      { label: 'Change', align: 'end', cell: change },
      { label: 'When', cell: ({ createdAt }) => relativeTime(createdAt) },
    ],
  });

function change({ previous, score, token }: PastAudit): Html | string {
  if (!previous) return '–';
  const difference = score - previous.score;
  const text = difference > 0 ? `+${difference}` : difference < 0 ? `−${-difference}` : '±0';
  return html`<a href="/tools/audit/compare?from=${previous.token}&to=${token}">${text}</a>`;
}

const toneOf = (grade: string): Tone =>
  grade.startsWith('A') ? 'success' : /^[BC]/.test(grade) ? 'warning' : grade === '–' ? 'neutral' : 'danger';

/** A grade as a colored square with its letter. */
export const gradeBadge = (grade: string, size: 'large' | 'small' = 'small'): Html =>
  html`<span class="audit-grade" data-size="${size}" data-tone="${toneOf(grade)}">${grade}</span>`;

export const statuses: Readonly<Record<Status, { label: string; tone: Tone; icon: IconName }>> = {
  pass: { label: 'Passed', tone: 'success', icon: 'circle-check' },
  warn: { label: 'Warning', tone: 'warning', icon: 'triangle-alert' },
  fail: { label: 'Failed', tone: 'danger', icon: 'circle-alert' },
  na: { label: 'Not applicable', tone: 'neutral', icon: 'minus' },
  unable: { label: 'Could not be checked', tone: 'neutral', icon: 'circle-question-mark' },
};
