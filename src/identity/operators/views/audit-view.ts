import { html, type Fragment } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { operator } from '../../components/operator-frame.ts';
import { auditEntries, type AuditFilter } from '../components/audit-entries.ts';

const path = '/operator/audit';

/** What operators did here, for whoever must answer for it. */
export const auditView = (filter: AuditFilter): View =>
  operator(
    'Audit log',
    path,
    auditEntries({
      ...filter,
      path,
      caption: 'Audit log',
      detail: 'Detail',
      about: subjectLink,
      empty: { title: 'No entries yet', text: 'Actions of operators appear here and cannot be removed.' },
    }),
  );

function subjectLink(subject: string): Fragment {
  const id = /^person (\d+)$/.exec(subject)?.[1];
  return id === undefined
    ? subject || '–'
    : html`<a class="link" href="/operator/people/${id}">${subject}</a>`;
}
