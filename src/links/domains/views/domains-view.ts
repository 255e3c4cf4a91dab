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
    body: html`${pageHeader({ title: 'Domains', lead: 'Short links under a name of your own.' })}
    ${deletedNotice('/dashboard/domains', shown.deletedId, 'The domain is deleted', 'Short links can no longer be made under it.')}
    ${card({ flush: true, body: list(shown) })}
    ${pagination({ page, pages, href: (number) => `/dashboard/domains?page=${number}` })}
    ${recordsCard(
      host ? `Point ${host} here` : 'First, point the domain here',
      records,
      'Set one of these where the domain was bought. It may take an hour until everybody sees it.',
    )}
    ${card({ title: 'Then add it', body: maker(shown) })}`,
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
      <p>
        ${button({ label: host ? 'Check again' : 'Add', kind: 'primary', busyLabel: 'Looking at its records' })}
      </p>`,
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
      { label: 'Without a link', cell: ({ rootRedirect }) => rootRedirect ?? 'A page that says so' },
      { label: 'Added', cell: ({ createdAt }) => relativeTime(createdAt, now) },
    ],
    empty: emptyState({
      illustration: 'links',
      title: 'No domain yet',
      text: 'Point a domain here and add it below; then it can stand in front of your short links.',
    }),
  });
}
