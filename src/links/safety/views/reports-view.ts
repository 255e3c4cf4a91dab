import { t } from '../../../kernel/translation/translate.ts';
import { badge } from '../../../web/components/badge.ts';
import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { table } from '../../../web/components/table.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { reportedPerPage, type ReportedLink } from '../reviews/list-reported.ts';
import { operatorView } from './operator-frame.ts';
import { watchedColumns } from './watched-table.ts';

interface ReportsPage {
  hopUrl: string;
  now: Date;
  page: number;
  links: readonly ReportedLink[];
}

/** Links with open reports. */
export function reportsView({ hopUrl, now, page, links }: ReportsPage): View {
  const [link, owner, clicks] = watchedColumns(hopUrl, now);
  if (!link || !owner || !clicks) throw new Error('The columns have changed');
  const href = (number: number) => `/operator/reports?page=${number}`;
  return operatorView(
    t('Reports'),
    '/operator/reports',
    t('Links reported by visitors. Open one to decide.'),
    html`${card({
      flush: true,
      body: table<ReportedLink>({
        caption: t('Reported links'),
        rows: links,
        rowId: ({ id }) => `reported-${id}`,
        columns: [
          link,
          {
            label: t('Comment'),
            cell: ({ categories, reports }) =>
              html`${categories.map((category) => badge(category, 'danger'))}
              ${reports > 1 && t('by {reports} people', { reports })}`,
          },
          owner,
          clicks,
          { label: t('Last report'), cell: ({ lastReportAt }) => relativeTime(lastReportAt, now) },
        ],
        empty: emptyState({
          illustration: 'quiet',
          title: t('No open reports'),
          text: t('Reported links will appear here.'),
        }),
      }),
    })}
    ${olderNewer({ newer: page > 1 && href(page - 1), older: links.length === reportedPerPage && href(page + 1) })}`,
  );
}
