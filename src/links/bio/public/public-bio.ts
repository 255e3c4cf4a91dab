import { sql } from 'kysely';
import { isLive } from '../../../identity/account/people.ts';
import type { App } from '../../../platform/app.ts';
import type { Bio } from '../page/bio.ts';
import type { Block } from '../blocks/block.ts';
import { getFeatured, type Featured } from '../page/featured.ts';
import { listBlocks } from '../blocks/list-blocks.ts';
import { selectBios } from '../page/queries.ts';

/** All data that a page is rendered from. */
export interface PublicBio {
  bio: Bio;
  owner: { id: string; username: string; isVerified: boolean };
  blocks: readonly Block[];
  /** Featured links and codes by id. */
  featured: ReadonlyMap<string, Featured>;
}

/**
 * Returns a page with its content, or undefined if it does not exist. Does not check whether visitors may see
 * it; see `isOpen`.
 */
export async function findPublicBio(
  app: Pick<App, 'db' | 'config'>,
  id: string,
): Promise<PublicBio | undefined> {
  const found = await selectBios(app)
    .innerJoin('identity.account as owner', 'owner.id', 'link.account_id')
    .select(['owner.id as ownerId', 'owner.username', 'owner.verified_at as verifiedAt'])
    .where('link.id', '=', id)
    .executeTakeFirst();
  if (!found) return undefined;
  const { ownerId, username, verifiedAt, ...bio } = found;
  const blocks = await listBlocks(app, id);
  const named = blocks.flatMap(({ kind, content }) => (kind === 'featured' ? [content.linkId] : []));
  return {
    bio,
    owner: { id: ownerId, username, isVerified: verifiedAt !== null },
    blocks,
    featured: await getFeatured(app, ownerId, named),
  };
}

/**
 * Whether visitors can see a page: not deleted, disabled or suspended, and the owner's account is not
 * scheduled for deletion.
 */
export async function isOpen({ db, clock }: Pick<App, 'db' | 'clock'>, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('links.link as link')
    .select('id')
    .where('id', '=', id)
    .where('purpose', '=', 'bio')
    .where(
      sql<boolean>`exists (select from identity.account where account.id = link.account_id and ${isLive('account')})`,
    )
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where('suspended_at', 'is', null)
    .where('password_hash', 'is', null)
    .where(sql<boolean>`(expires_at is null or expires_at > ${clock.now()})`)
    .executeTakeFirst();
  return found !== undefined;
}
