import { t } from '../../web/translation/translate.ts';
import {
  badge,
  card,
  emptyState,
  notice,
  pageHeader,
  table,
  relativeTime,
} from '../../web/components/surfaces.ts';
import { button, copyButton } from '../../web/components/controls.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { breadcrumbs } from '../../web/components/navigation/breadcrumbs.ts';
import { pagination } from '../../web/components/navigation/pagination.ts';
import { bind, buttonForm, form, type FormState } from '../../web/form.ts';
import { type Fragment, html, type Html, type View } from '../../web/html.ts';
import { deletedNotice } from '../owned/lists.ts';
import { type Domain, isMisconfigured } from './domain.ts';
import type { DnsRecord, neededRecords } from './records.ts';

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

interface DomainPage {
  domain: Domain;
  records: NeededRecords;
  now: Date;
  state: FormState;
}

export function domainView({ domain, records, now, state }: DomainPage): View {
  const address = `/dashboard/domains/${domain.id}`;
  const { host } = domain;
  return {
    title: host,
    section: 'domains',
    body: html`${pageHeader({
      title: host,
      above: breadcrumbs([{ label: t('Domains'), href: '/dashboard/domains' }, { label: host }]),
      actions: html`${buttonForm({ to: `${address}/check`, label: t('Check again'), icon: 'refresh-cw' })}
      ${buttonForm({
        to: `${address}/delete`,
        label: t('Delete'),
        icon: 'trash-2',
        kind: 'danger',
      })}`,
      lead: html`${stateBadge(domain)}
      ${domain.checkedAt && html`checked ${relativeTime(domain.checkedAt, now)}`}`,
    })}
    ${isMisconfigured(domain) && warning(host)}
    ${card({
      title: t('Redirects'),
      body: form({
        action: address,
        state,
        submit: t('Save'),
        busyLabel: t('Saving'),
        body: redirectFields(state),
      }),
    })}
    ${recordsCard(t('DNS records'), records, t('Keep one of these records.'))}`,
  };
}

const stateBadge = (domain: Domain): Html =>
  isMisconfigured(domain) ? badge(t('Does not point here'), 'warning') : badge(t('Points here'), 'success');

function warning(host: string): Html {
  return notice({
    tone: 'warning',
    title: t('{host} does not point here', { host }),
    body: html`<p>
      Links on it do not work until one of the records below is set. It is checked every hour.
    </p>`,
  });
}

/** Fields for the redirects of a domain. */
function redirectFields(state: FormState): Html {
  const field = bind(state);
  return html`${textField({
    ...field('redirectroot'),
    label: t('Root redirect'),
    required: false,
    type: 'url',
    placeholder: 'https://example.com',
    autocomplete: 'off',
  })}
  ${textField({
    ...field('redirect404'),
    label: t('Not-found redirect'),
    required: false,
    type: 'url',
    placeholder: 'https://example.com/not-found',
    hint: t('Leave empty to show a default page.'),
    autocomplete: 'off',
  })}`;
}

type NeededRecords = Awaited<ReturnType<typeof neededRecords>>;

/** The DNS records to set. One kind is sufficient. */
function recordsCard(title: string, records: NeededRecords, lead: Fragment): Html {
  const { byName, byAddress, byProof } = records;
  return card({
    title,
    lead,
    body: html`${byName.length > 0 && rows(t('For a subdomain, such as links.example.com'), byName)}
    ${byAddress.length > 0 && rows(t('For a root domain, such as example.com'), byAddress)}
    ${rows(t('If its traffic passes through a proxy'), byProof)}`,
  });
}

function rows(title: string, records: readonly DnsRecord[]): Html {
  return html`<h3>${title}</h3>
    ${table({
      caption: title,
      rows: records,
      columns: [
        { label: t('Type'), main: true, cell: ({ type }) => type },
        { label: t('Name'), cell: ({ name }) => copied(name) },
        { label: t('Value'), cell: ({ value }) => copied(value) },
      ],
    })}`;
}

const copied = (text: string): Html =>
  html`<span class="copied"><code>${text}</code> ${copyButton(text, t('Copy {text}', { text }))}</span>`;
