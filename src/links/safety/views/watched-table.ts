import { t } from '../../../kernel/translation/translate.ts';
import { badge } from '../../../web/components/badge.ts';
import type { Column } from '../../../web/components/table.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { html, type Html } from '../../../web/html.ts';
import { followedAddress, type ModeratedLink } from '../reviews/moderated-link.ts';
import { shortNumber } from '../../../web/short-number.ts';

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
          ${link.purpose !== 'link' && badge(kinds()[link.purpose])} ${stateBadge(link)}
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

export function stateBadge(link: ModeratedLink): Html | false {
  if (link.deletedAt) return badge(t('Deleted'));
  if (link.suspendedAt) return badge(t('Suspended'), 'danger');
  if (link.heldAt) return badge(t('Held'), 'warning');
  return link.disabledAt !== null && badge(t('Off'));
}
