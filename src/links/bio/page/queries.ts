import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { Bio } from './bio.ts';
import type { Block, BlockKind } from '../blocks/block.ts';
import { defaultDesign, type Design } from '../design/design.ts';

/** Selects bio pages that are not deleted, with all fields of `Bio`. */
export const selectBios = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('links.link as link')
    .innerJoin('links.bio_page as page', 'page.link_id', 'link.id')
    .leftJoin('links.domain as domain', 'domain.id', 'link.domain_id')
    .where('link.deleted_at', 'is', null)
    .where('link.purpose', '=', 'bio')
    .select([
      'link.id',
      'link.alias',
      'link.title',
      'page.about',
      'page.avatar',
      'link.preview_title as previewTitle',
      'link.preview_description as previewDescription',
      'link.preview_image as previewImage',
      'page.version',
      'link.created_at as createdAt',
      'link.updated_at as updatedAt',
      sql<string | null>`domain.scheme || '://' || domain.host`.as('domain'),
      sql<boolean>`link.disabled_at is not null`.as('isDisabled'),
      sql<boolean>`link.suspended_at is not null`.as('isSuspended'),
      sql<Design>`${JSON.stringify(defaultDesign)}::jsonb || page.design`.as('design'),
    ]);

/** Returns a bio page of this account, or undefined. Pages of other accounts count as missing. */
export const findBioOf = (app: Pick<App, 'db'>, accountId: string, id: string): Promise<Bio | undefined> =>
  selectBios(app).where('link.account_id', '=', accountId).where('link.id', '=', id).executeTakeFirst();

/** Selects blocks that are not deleted, in order. */
export const selectBlocks = ({ db }: Pick<App, 'db'>, bioId: string) =>
  db
    .selectFrom('links.bio_block')
    .where('link_id', '=', bioId)
    .where('deleted_at', 'is', null)
    .select(['id', 'starts_at as startsAt', 'ends_at as endsAt'])
    .select(sql<boolean>`hidden_at is not null`.as('isHidden'))
    .select((row) => row.ref('kind').$castTo<BlockKind>().as('kind'))
    .select((row) => row.ref('content').$castTo<Block['content']>().as('content'))
    .orderBy('position')
    .orderBy('id');

/** Converts a row to a `Block`, whose `kind` determines the type of its `content`. */
export const toBlock = (row: Omit<Block, 'kind' | 'content'> & { kind: BlockKind; content: unknown }) =>
  row as Block;
