import { t } from '../../../web/translation/translate.ts';
import { linkButton, copyField } from '../../../web/components/controls.ts';
import { card, pageHeader } from '../../../web/components/surfaces.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { buttonForm } from '../../../web/form.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import { shortName } from '../../link/link.ts';
import { linkDimensions, purposeNames } from '../dimensions.ts';
import { queryOf } from '../filters.ts';
import type { StatisticsPageData } from '../reading.ts';
import { addressesOf, publicAddress, type StatisticsSubject } from '../subject.ts';
import { statisticsFrame } from './statistics-frame.ts';

/** The statistics of a link, bio page or QR code: the refreshing part, and the actions. */
export const subjectStatistics = (
  hopUrl: string,
  subject: StatisticsSubject,
  shown: StatisticsPageData,
): Html => html`${subjectFrame(hopUrl, subject, shown)} ${sharing(hopUrl, subject, shown)}`;

export function subjectFrame(
  hopUrl: string,
  subject: Pick<StatisticsSubject, 'id' | 'purpose'>,
  shown: StatisticsPageData,
): Html {
  const { page, refresh, by } = addressesOf(subject);
  return statisticsFrame({
    hopUrl,
    shown,
    purpose: subject.purpose,
    address: page,
    refresh,
    all: by,
    dimensions: linkDimensions,
  });
}

function sharing(hopUrl: string, subject: StatisticsSubject, shown: StatisticsPageData): Html {
  const { csv } = addressesOf(subject);
  const isPublic = subject.publicAt !== null;
  return card({
    title: t('Share statistics'),
    lead: isPublic
      ? t('Anyone with this URL can see the numbers above, without details of individual visitors.')
      : t('Only you can see them.'),
    actions: linkButton({ label: t('Download as CSV'), href: `${csv}?${queryOf(shown)}`, icon: 'download' }),
    body: html`${isPublic && copyField({ label: t('Public page'), text: publicAddress({ hopUrl }, subject) })}
    ${buttonForm({
      to: `/dashboard/statistics/${subject.id}/public`,
      fields: { public: isPublic ? '' : 'yes' },
      label: isPublic ? t('Make private') : t('Make public'),
      icon: isPublic ? 'lock' : 'globe',
    })}`,
  });
}

/** The statistics page of a bio page or QR code. */
export function subjectView(hopUrl: string, subject: StatisticsSubject, shown: StatisticsPageData): View {
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
