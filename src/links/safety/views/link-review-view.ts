import { t } from '../../../kernel/translation/translate.ts';
import { badge } from '../../../web/components/badge.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { card } from '../../../web/components/card.ts';
import { notice } from '../../../web/components/notice.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { statistics } from '../../../web/components/charts/statistic.ts';
import { relativeTime } from '../../../web/components/time.ts';
import type { FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { actionLabel } from '../../../identity/operators/audit-actions.ts';
import type { AuditNote } from '../../../identity/operators/audit.ts';
import type { LinkReview } from '../reviews/get-link-review.ts';
import { reportCategories, type Report } from '../reviews/report.ts';
import { warningOf } from '../lists/rules.ts';
import { decisionForm } from './decision-form.ts';
import { readableAddress, stateBadge, watchedColumns } from './watched-table.ts';
import { tableCard } from '../../owned/lists.ts';
import { shortNumber } from '../../../web/short-number.ts';

interface LinkReviewPage extends LinkReview {
  hopUrl: string;
  now: Date;
  state: FormState;
}

/** All details of one link, with the form for a decision. */
export function linkReviewView(page: LinkReviewPage): View {
  const { link, hopUrl, now } = page;
  const address = readableAddress(hopUrl, link);
  return {
    title: address,
    section: 'safety',
    body: html`${pageHeader({
      title: address,
      above: breadcrumbs([{ label: t('Links'), href: '/operator/links' }, { label: address }]),
      lead: html`${stateBadge(link)} created ${relativeTime(link.createdAt, now)} by @${link.owner}`,
    })}
    ${link.heldFor !== null && notice({ tone: 'warning', title: t('Visitors see a warning'), body: warningOf(link.heldFor).title })}
    ${card({
      title: t('Destination'),
      body: html`<p><code>${link.url || t('an internal page')}</code></p>
        ${link.title && html`<p>${link.title}</p>`}`,
    })}
    ${statistics(figures(page))} ${decisionForm(page)} ${reportList(page.reports, now)} ${neighbours(page)}
    ${history(page.notes, now)}`,
  };
}

const figures = ({ link, owner, others, reports }: LinkReviewPage) => [
  { label: t('Clicks'), value: shortNumber(link.clicks) },
  { label: t('Reports'), value: shortNumber(reports.length) },
  {
    label: t('Other links to its domain'),
    value: others.count >= 1000 ? t('1,000 or more') : shortNumber(others.count),
  },
  {
    label: t('Links of this owner'),
    value: owner.links >= 1000 ? t('1,000 or more') : shortNumber(owner.links),
  },
];

function reportList(reports: readonly Report[], now: Date): Html | false {
  return tableCard(t('Reports'), {
    caption: t('Reports about this link'),
    rows: reports,
    columns: [
      {
        label: t('Reason'),
        main: true,
        cell: ({ category, decidedAt }) =>
          html`${reportCategories()[category]} ${decidedAt !== null && badge(t('Resolved'))}`,
      },
      { label: t('Comment'), cell: ({ reason }) => reason || '–' },
      { label: t('Contact'), cell: ({ contact }) => contact || '–' },
      { label: t('When'), cell: ({ createdAt }) => relativeTime(createdAt, now) },
    ],
  });
}

function neighbours({ others, hopUrl, now, domain }: LinkReviewPage): Html | false {
  return tableCard(t('Other links to {domain}', { domain }), {
    caption: t('Other links to {domain}', { domain }),
    rows: others.links,
    columns: watchedColumns(hopUrl, now),
  });
}

function history(notes: readonly AuditNote[], now: Date): Html | false {
  return tableCard(t('History'), {
    caption: t('Operator actions on this link'),
    rows: notes,
    columns: [
      { label: t('Action'), main: true, cell: ({ action }) => actionLabel(action) },
      { label: t('Detail'), cell: ({ detail }) => detail || '–' },
      {
        label: t('Operator'),
        cell: ({ username }) => (username === null ? t('Deleted account') : `@${username}`),
      },
      { label: t('When'), cell: ({ at }) => relativeTime(at, now) },
    ],
  });
}
