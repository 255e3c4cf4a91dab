import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Pixel } from './pixel.ts';
import { providers, type ProviderKey } from './providers.ts';

export const selectPixels = ({ db }: Pick<App, 'db'>, accountId: string) =>
  db
    .selectFrom('links.pixel')
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .select(['id', 'name', 'tag', 'created_at as createdAt'])
    .select((row) => row.ref('provider').$castTo<ProviderKey>().as('provider'));

/** A pixel of this account, or nothing: what belongs to others looks as if it were not there. */
export const findPixelOf = (
  app: Pick<App, 'db'>,
  accountId: string,
  id: string,
): Promise<Pixel | undefined> => selectPixels(app, accountId).where('id', '=', id).executeTakeFirst();

export const tagTaken = (provider: ProviderKey, tag: string) =>
  new Problem('conflict', `You have a pixel of ${providers[provider].name} with the tag “${tag}” already`, {
    field: 'tag',
  });
