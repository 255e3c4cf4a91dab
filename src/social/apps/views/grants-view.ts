import { t } from '../../../kernel/translation/translate.ts';
import { settings } from '../../../identity/components/settings-frame.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { table } from '../../../web/components/table.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { buttonForm } from '../../../web/form.ts';
import type { View } from '../../../web/view.ts';
import type { Grant } from '../list-grants.ts';

/** The apps the viewer has authorized. */
export const grantsView = (grants: readonly Grant[]): View =>
  settings(
    t('Apps'),
    '/settings/apps',
    table({
      caption: t('Authorized apps'),
      rows: grants,
      columns: [
        { label: t('App'), main: true, cell: ({ name }) => name },
        { label: t('Domain'), cell: ({ domain }) => domain },
        { label: t('Authorized'), cell: ({ grantedAt }) => relativeTime(grantedAt) },
        { label: t('Last used'), cell: ({ usedAt }) => (usedAt ? relativeTime(usedAt) : t('Never')) },
        {
          label: t('Revoke'),
          hideLabel: true,
          align: 'end',
          cell: ({ id, name }) =>
            buttonForm({
              to: '/settings/apps/revoke',
              label: t('Revoke access'),
              kind: 'danger',
              small: true,
              fields: { id },
              confirm: t('Revoke access of {name}? It will no longer be able to read your profile.', {
                name,
              }),
            }),
        },
      ],
      empty: emptyState({
        illustration: 'quiet',
        title: t('No authorized apps'),
        text: t('Apps you sign in to with this account appear here.'),
      }),
    }),
  );
