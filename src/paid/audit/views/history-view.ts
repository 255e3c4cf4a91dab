import type { CursorPage } from '../../../platform/database/paging.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { PastAudit } from '../queries.ts';
import { auditList } from './audit-list.ts';

/** A member's audits, of all sites or of one. */
export const historyView = ({ items, next }: CursorPage<PastAudit>, host: string | undefined): View => ({
  title: 'Your audits',
  section: 'tools',
  style: 'tools',
  body: html`${pageHeader({
    title: host === undefined ? 'Your audits' : `Audits of ${host}`,
    actions: linkButton({ label: 'New audit', href: '/tools/audit', kind: 'primary', icon: 'gauge' }),
  })}
  ${
    items.length === 0
      ? emptyState({
          illustration: 'quiet',
          title: 'No audits yet',
          text: 'Sites you audit appear here, with changes since the last audit.',
          action: linkButton({ label: 'Audit a website', href: '/tools/audit', kind: 'primary' }),
        })
      : card({ flush: true, body: auditList(items) })
  }
  ${olderNewer({ older: next !== undefined && `/tools/audit/history?${new URLSearchParams({ ...(host !== undefined && { host }), before: next })}` })}`,
});
