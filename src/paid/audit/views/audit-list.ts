import { table } from '../../../web/components/table.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { html, type Html } from '../../../web/html.ts';
import type { PastAudit } from '../queries.ts';
import { gradeBadge } from './grade.ts';

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
