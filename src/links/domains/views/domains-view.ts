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
import { deletedNotice } from '../../owned/components/list-parts.ts';

interface DomainsPage {
  domains: readonly Domain[];
  page: number;
  pages: number;
  now: Date;
  /** The form, as it was typed. */
  state: FormState;
  /** The name in the form, if it is one: the records are for it, or for an example. */
  host: string | undefined;
  records: NeededRecords;
  deletedId: number | undefined;
}

export function domainsView(shown: DomainsPage): View {
  const { page, pages, host, records } = shown;
  return {
    title: 'Domains',
    section: 'domains',
    body: html`${pageHeader({ title: 'Domains', lead: 'Use your own domain for short links.' })}
    ${deletedNotice('/dashboard/domains', shown.deletedId, 'Domain deleted', 'It can no longer be used for short links.')}
    ${card({ flush: true, body: list(shown) })}
    ${pagination({ page, pages, href: (number) => `/dashboard/domains?page=${number}` })}
    ${recordsCard(
      host ? `Point ${host} here` : '1. Point the domain here',
      records,
      'Add one of these records at your DNS provider. Changes can take an hour.',
    )}
    ${card({ title: '2. Add the domain', body: maker(shown) })}`,
  };
}

function maker({ state, host }: DomainsPage): Html {
  return form({
    action: '/dashboard/domains',
    state,
    body: html`${textField({
        ...bind(state)('domain'),
        label: 'Domain',
        placeholder: 'links.example.com',
        inputmode: 'url',
        icon: 'globe',
        autocomplete: 'off',
      })}
      ${redirectFields(state)}
      <p>${button({ label: host ? 'Check again' : 'Add', kind: 'primary', busyLabel: 'Checking DNS' })}</p>`,
  });
}

function list({ domains, now }: DomainsPage): Html {
  return table({
    caption: 'Your domains',
    rows: domains,
    rowId: ({ id }) => `domain-${id}`,
    columns: [
      {
        label: 'Domain',
        main: true,
        cell: ({ id, host }) => html`<a href="/dashboard/domains/${id}">${host}</a>`,
      },
      { label: 'State', cell: stateBadge },
      { label: 'Root redirect', cell: ({ rootRedirect }) => rootRedirect ?? 'Default page' },
      { label: 'Added', cell: ({ createdAt }) => relativeTime(createdAt, now) },
    ],
    empty: emptyState({
      illustration: 'links',
      title: 'No domains yet',
      text: 'Point a domain here and add it below to use it for your short links.',
    }),
  });
}
