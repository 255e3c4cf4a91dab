import { t } from '../../../web/translation/translate.ts';
import { badge, card, emptyState, notice, table, relativeTime } from '../../../web/components/surfaces.ts';
import type { Column } from '../../../web/components/surfaces.ts';
import { button } from '../../../web/components/controls.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { tabbedView, tabs } from '../../../web/components/navigation/tabs.ts';
import { html, type Html, type View, shortNumber } from '../../../web/html.ts';
import { followedAddress, reportedPerPage, watchedPerPage } from '../reading.ts';
import type { ModeratedLink, ReportedLink, QueueOrder } from '../reading.ts';
import { rules } from '../rules.ts';

interface WatchedPage {
  hopUrl: string;
  now: Date;
  show: QueueOrder;
  links: readonly ModeratedLink[];
  /** A search that found nothing. */
  missed: string | undefined;
}

const shows = (): Readonly<Record<QueueOrder, { label: string; empty: string; text: string }>> => ({
  newest: {
    label: t('Newest'),
    empty: t('No links yet'),
    text: t('Links that members create will appear here.'),
  },
  held: {
    label: t('Held'),
    empty: t('All caught up'),
    text: t('Links that match a rule will appear here until you review them.'),
  },
  suspended: {
    label: t('Suspended'),
    empty: t('No links are suspended'),
    text: t('Links you suspend will appear here.'),
  },
});

/** Links of all accounts. */
export function watchedView({ hopUrl, now, show, links, missed: notFoundQuery }: WatchedPage): View {
  const last = links.length === watchedPerPage ? links.at(-1) : undefined;
  return operatorView(
    t('Links'),
    '/operator/links',
    t('Links of all accounts. Held links warn visitors until reviewed; suspended links do not work.'),
    html`${finder(notFoundQuery)}
    ${tabs(
      t('Links'),
      (Object.keys(shows()) as QueueOrder[]).map((key) => ({
        label: shows()[key].label,
        href: `/operator/links?show=${key}`,
        current: key === show,
      })),
    )}
    ${card({
      flush: true,
      body: table({
        caption: t('{label} links', { label: shows()[show].label }),
        rows: links,
        columns: columns(hopUrl, now, show),
        empty: emptyState({ illustration: 'links', title: shows()[show].empty, text: shows()[show].text }),
      }),
    })}
    ${olderNewer({ older: last !== undefined && `/operator/links?show=${show}&before=${last.id}` })}`,
  );
}

function columns(hopUrl: string, now: Date, show: QueueOrder) {
  const usual = watchedColumns(hopUrl, now);
  if (show !== 'held') return usual;
  const why = { label: t('Held for'), cell: ({ heldFor }: ModeratedLink) => ruleTitle(heldFor) };
  return [...usual.slice(0, 1), why, ...usual.slice(1)];
}

/** Returns the title of a rule by the name stored with the link. */
const ruleTitle = (heldFor: string | null): string =>
  heldFor !== null && heldFor in rules()
    ? rules()[heldFor as keyof ReturnType<typeof rules>].title
    : t('Your lists');

const finder = (notFoundQuery: string | undefined): Html =>
  html`${notFoundQuery !== undefined && notice({ tone: 'warning', body: t('No link at “{missed}”.', { missed: notFoundQuery }) })}
    <form class="search find-link" action="/operator/links" method="get" role="search">
      ${textField({
        name: 'q',
        label: t('Find a link by its short URL'),
        value: notFoundQuery,
        type: 'search',
        icon: 'search',
        autocomplete: 'off',
      })}
      ${button({ label: t('Find') })}
    </form>`;

const kinds = () => ({ link: '', bio: t('Bio page'), qr: t('QR code') }) as const;

/**
 * Columns for lists of links of all accounts. Destinations are shown as text, so that they are not opened by
 * accident.
 */
export const watchedColumns = (hopUrl: string, now: Date): Column<ModeratedLink>[] => [
  {
    label: t('Link'),
    main: true,
    cell: (link) =>
      html`<div class="link-cell">
        <p class="link-cell-short">
          <a href="/operator/links/${link.id}">${readableAddress(hopUrl, link)}</a>
          ${link.purpose !== 'link' && badge(kinds()[link.purpose])} ${moderationBadge(link)}
        </p>
        <p class="link-cell-about">${link.url || t('Own content')}</p>
      </div>`,
  },
  { label: t('Owner'), cell: ({ owner }) => `@${owner}` },
  { label: t('Clicks'), align: 'end', cell: ({ clicks }) => shortNumber(clicks) },
  { label: t('Created'), cell: ({ createdAt }) => relativeTime(createdAt, now) },
];

export const readableAddress = (hopUrl: string, link: ModeratedLink): string => {
  const address = followedAddress({ hopUrl }, link).replace(/^https?:\/\//, '');
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
};

export function moderationBadge(link: ModeratedLink): Html | false {
  if (link.deletedAt) return badge(t('Deleted'));
  if (link.suspendedAt) return badge(t('Suspended'), 'danger');
  if (link.heldAt) return badge(t('Held'), 'warning');
  return link.disabledAt !== null && badge(t('Off'));
}

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

/** The operator's pages for Hop, in tab order. */
const pages = () => [
  { label: t('Reports'), href: '/operator/reports' },
  { label: t('Links'), href: '/operator/links' },
  { label: t('Lists'), href: '/operator/lists' },
  { label: t('Rules'), href: '/operator/rules' },
];

/** One of the operator's pages: heading and tabs above `body`, with the tab of `href` selected. */
export const operatorView = (title: string, href: string, lead: string, body: Html): View =>
  tabbedView({ title, section: 'safety', heading: t('Safety'), lead, pages: pages(), href, body });
