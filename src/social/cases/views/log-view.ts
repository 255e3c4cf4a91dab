import { t } from '../../../kernel/translation/translate.ts';
import { subjectLabel } from '../../../identity/operators/audit-actions.ts';
import { auditEntries, type AuditFilter } from '../../../identity/operators/components/audit-entries.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { moderationPage } from './moderation-frame.ts';

interface LogOptions extends AuditFilter {
  /** Readable names of the subjects that still exist. */
  names: ReadonlyMap<string, string>;
}

const path = '/moderation/log';

/** The log of moderation decisions with moderator, time and reason. */
export const logView = ({ names, ...filter }: LogOptions): View =>
  moderationPage(
    t('Decision log'),
    path,
    t('All moderation decisions.'),
    auditEntries({
      ...filter,
      path,
      caption: t('Decision log'),
      detail: t('Reason'),
      about: (subject) => subjectLink(subject, names.get(subject) ?? (subjectLabel(subject) || '–')),
      empty: { title: t('No decisions yet'), text: t('Decisions will be listed here.') },
    }),
  );

function subjectLink(subject: string, name: string): string | Html {
  const [, id] = /^post (\d+)$/.exec(subject) ?? [];
  return id === undefined ? name : html`<a class="link" href="/posts/${id}">${name}</a>`;
}
