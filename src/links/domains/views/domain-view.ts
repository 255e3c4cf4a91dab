import { t } from '../../../kernel/translation/translate.ts';
import { badge } from '../../../web/components/badge.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { card } from '../../../web/components/card.ts';
import { notice } from '../../../web/components/notice.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { buttonForm, form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { isMisconfigured, type Domain } from '../domain.ts';
import { redirectFields } from './domain-fields.ts';
import { recordsCard, type NeededRecords } from './records-card.ts';

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

export const stateBadge = (domain: Domain): Html =>
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
