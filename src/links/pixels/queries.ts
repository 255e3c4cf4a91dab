import { msg, t } from '../../kernel/translation/translate.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import type { Owned } from '../owned/owned.ts';
import type { Pixel } from './pixel.ts';
import { providers, type ProviderKey } from './providers.ts';

export const selectPixels = ({ db }: Pick<App, 'db'>, accountId: string) =>
  db
    .selectFrom('links.pixel')
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .select(['id', 'name', 'tag', 'created_at as createdAt'])
    .select((row) => row.ref('provider').$castTo<ProviderKey>().as('provider'));

/**
 * A deleted pixel stays assigned to its links, so that it can be restored there. It stops firing within a
 * minute, when cached links are reloaded.
 */
export const ownedPixels: Owned<Pixel> = {
  table: 'links.pixel',
  name: msg('Pixel'),
  find: (app, accountId, id) => selectPixels(app, accountId).where('id', '=', id).executeTakeFirst(),
  restoreProblem: (error) =>
    isDuplicate(error, 'pixel_tag')
      ? new Problem('conflict', t('Another pixel now uses this tag. Delete that one first.'))
      : undefined,
};

export const tagTaken = (provider: ProviderKey, tag: string) =>
  new Problem(
    'conflict',
    t('You already have a {name} pixel with the tag “{tag}”', { name: providers[provider].name, tag }),
    {
      field: 'tag',
    },
  );
