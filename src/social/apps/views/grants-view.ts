import { settings } from '../../../identity/components/settings-frame.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { table } from '../../../web/components/table.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { buttonForm } from '../../../web/form.ts';
import type { View } from '../../../web/view.ts';
import type { Grant } from '../list-grants.ts';

/** The apps that know who one is. */
export const grantsView = (grants: readonly Grant[]): View =>
  settings(
    'Apps',
    '/settings/apps',
    table({
      caption: 'Authorized apps',
      rows: grants,
      columns: [
        { label: 'App', main: true, cell: ({ name }) => name },
        { label: 'Domain', cell: ({ domain }) => domain },
        { label: 'Authorized', cell: ({ grantedAt }) => relativeTime(grantedAt) },
        { label: 'Last used', cell: ({ usedAt }) => (usedAt ? relativeTime(usedAt) : 'Never') },
        {
          label: 'End',
          hideLabel: true,
          align: 'end',
          cell: ({ id, name }) =>
            buttonForm({
              to: '/settings/apps/revoke',
              label: 'Revoke access',
              kind: 'danger',
              small: true,
              fields: { id },
              confirm: `Revoke access of ${name}? It will no longer be able to read your profile.`,
            }),
        },
      ],
      empty: emptyState({
        illustration: 'quiet',
        title: 'No authorized apps',
        text: 'Apps you sign in to with this account appear here.',
      }),
    }),
  );
