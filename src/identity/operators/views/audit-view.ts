import { t } from '../../../kernel/translation/translate.ts';
import { html, type Fragment } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { operator } from '../../components/operator-frame.ts';
import { subjectLabel } from '../audit-actions.ts';
import { auditEntries, type AuditFilter } from '../components/audit-entries.ts';

const path = '/operator/audit';

/** The audit log: what operators did. */
export const auditView = (filter: AuditFilter): View =>
  operator(
    t('Audit log'),
    path,
    auditEntries({
      ...filter,
      path,
      caption: t('Audit log'),
      detail: t('Detail'),
      about: subjectLink,
      empty: {
        title: t('No entries yet'),
        text: t('Actions of operators appear here and cannot be removed.'),
      },
    }),
  );

function subjectLink(subject: string): Fragment {
  const id = /^person (\d+)$/.exec(subject)?.[1];
  const label = subjectLabel(subject);
  return id === undefined ? label || '–' : html`<a class="link" href="/operator/people/${id}">${label}</a>`;
}
