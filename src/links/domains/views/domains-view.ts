import { t } from '../../../kernel/translation/translate.ts';
import { button } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { pagination } from '../../../web/components/navigation/pagination.ts';
import { table } from '../../../web/components/table.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Domain } from '../domain.ts';
import { redirectFields } from './domain-fields.ts';
import { stateBadge } from './domain-view.ts';
import { recordsCard, type NeededRecords } from './records-card.ts';
import { deletedNotice } from '../../owned/lists.ts';

interface DomainsPage {
  domains: readonly Domain[];
  page: number;
  pages: number;
  now: Date;
  /** Form state. */
  state: FormState;
  /** The host in the form, if valid. Otherwise the records are shown for an example. */
  host: string | undefined;
  records: NeededRecords;
  deletedId: number | undefined;
}

export function domainsView(shown: DomainsPage): View {
  const { page, pages, host, records } = shown;
  return {
    title: t('Domains'),
    section: 'domains',
    body: html`${pageHeader({ title: t('Domains'), lead: t('Use your own domain for short links.') })}
    ${deletedNotice('/dashboard/domains', shown.deletedId, t('Domain deleted'), t('It can no longer be used for short links.'))}
    ${card({ flush: true, body: list(shown) })}
    ${pagination({ page, pages, href: (number) => `/dashboard/domains?page=${number}` })}
    ${recordsCard(
      host ? t('Point {host} here', { host }) : t('1. Point the domain here'),
      records,
      t('Add one of these records at your DNS provider. Changes can take an hour.'),
    )}
    ${card({ title: t('2. Add the domain'), body: createForm(shown) })}`,
  };
}

function createForm({ state, host }: DomainsPage): Html {
  return form({
    action: '/dashboard/domains',
    state,
    body: html`${textField({
        ...bind(state)('domain'),
        label: t('Domain'),
        placeholder: 'links.example.com',
        inputmode: 'url',
        icon: 'globe',
        autocomplete: 'off',
      })}
      ${redirectFields(state)}
      <p>
        ${button({ label: host ? t('Check again') : t('Add'), kind: 'primary', busyLabel: t('Checking DNS') })}
      </p>`,
  });
}

function list({ domains, now }: DomainsPage): Html {
  return table({
    caption: t('Your domains'),
    rows: domains,
    rowId: ({ id }) => `domain-${id}`,
    columns: [
      {
        label: t('Domain'),
        main: true,
        cell: ({ id, host }) => html`<a href="/dashboard/domains/${id}">${host}</a>`,
      },
      { label: t('Status'), cell: stateBadge },
      { label: t('Root redirect'), cell: ({ rootRedirect }) => rootRedirect ?? t('Default page') },
      { label: t('Added'), cell: ({ createdAt }) => relativeTime(createdAt, now) },
    ],
    empty: emptyState({
      illustration: 'links',
      title: t('No domains yet'),
      text: t('Point a domain here and add it below to use it for your short links.'),
    }),
  });
}
