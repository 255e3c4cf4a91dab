import { t } from '../../../kernel/translation/translate.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { shortName } from '../../record/link.ts';
import { purposeNames } from '../dimensions.ts';
import type { StatisticsPageData } from '../get-shown.ts';
import type { Subject } from '../subject.ts';
import { subjectStatistics } from '../components/subject-statistics.ts';

/** The statistics page of a bio page or QR code. */
export function subjectView(hopUrl: string, subject: Subject, shown: StatisticsPageData): View {
  const title = subject.title || shortName({ hopUrl }, subject);
  return {
    title: t('Statistics of {title}', { title }),
    section: 'statistics',
    body: html`${pageHeader({
        title,
        lead: shortName({ hopUrl }, subject),
        above: breadcrumbs([
          { label: t('Statistics'), href: '/dashboard/statistics' },
          { label: purposeNames()[subject.purpose] },
        ]),
      })}
      <div class="sections">${subjectStatistics(hopUrl, subject, shown)}</div>`,
  };
}
