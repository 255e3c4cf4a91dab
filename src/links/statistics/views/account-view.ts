import { t } from '../../../kernel/translation/translate.ts';
import { linkButton } from '../../../web/components/button.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { addressesOfAccount } from '../addresses.ts';
import { accountDimensions } from '../dimensions.ts';
import type { StatisticsPageData } from '../get-shown.ts';
import { queryOf } from '../filters/selection.ts';
import type { Subject } from '../subject.ts';
import { filterMenu, type LinkGroups } from './filter-menu.ts';
import { entryOfSubject } from './subject-entry.ts';
import { statisticsFrame } from './statistics-frame.ts';

export interface AccountPage {
  hopUrl: string;
  shown: StatisticsPageData;
  /** The most clicked subjects by id. */
  subjects: ReadonlyMap<string, Subject>;
}

/** The statistics of all links, bio pages and QR codes of an account. */
export function accountView(page: AccountPage, groups: LinkGroups): View {
  const { page: address, csv } = addressesOfAccount;
  const { total } = page.shown;
  const isNew = total.clicks === 0;
  return {
    title: t('Statistics'),
    section: 'statistics',
    body: html`${pageHeader({
      title: t('Statistics'),
      lead: t('All your links, bio pages and QR codes.'),
      actions: html`${linkButton({ label: t('Watch live'), href: '/dashboard/live', icon: 'eye' })}
      ${!isNew && filterMenu(address, page.shown, groups)}
      ${!isNew && linkButton({ label: t('Download as CSV'), href: `${csv}?${queryOf(page.shown)}`, icon: 'download' })}`,
    })}
    ${isNew ? firstClick() : accountFrame(page, address)}`,
  };
}

export function accountFrame(
  { hopUrl, shown, subjects }: AccountPage,
  address = addressesOfAccount.page,
): Html {
  const { refresh, by } = addressesOfAccount;
  return statisticsFrame({
    shown,
    address,
    refresh,
    all: by,
    dimensions: accountDimensions,
    entry: (dimension, { value }) =>
      dimension === 'link'
        ? { ...entryOfSubject(hopUrl, subjects.get(value), value), isGone: !subjects.has(value) }
        : undefined,
  });
}

const firstClick = (): Html =>
  emptyState({
    illustration: 'links',
    title: t('No clicks yet'),
    text: t('Clicks will appear here with time, country and referrer.'),
    action: linkButton({ label: t('Create a link'), href: '/dashboard', icon: 'link' }),
  });
