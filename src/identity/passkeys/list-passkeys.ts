import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Passkey } from './passkey.ts';

const selectPasskeys = ({ db }: App, accountId: string) =>
  db
    .selectFrom('identity.passkey')
    .select(['id', 'name', 'host', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('account_id', '=', accountId);

/** The viewer's passkeys, oldest first. */
export const listPasskeys = (app: App, viewer: Pick<Viewer, 'id'>): Promise<Passkey[]> =>
  selectPasskeys(app, viewer.id).orderBy('id').execute();

export async function getPasskey(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<Passkey> {
  const found = await selectPasskeys(app, viewer.id).where('id', '=', id).executeTakeFirst();
  if (!found) throw missing(t('Passkey'));
  return found;
}
