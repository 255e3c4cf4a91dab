import { sql } from 'kysely';
import { msg } from '../../kernel/problem.ts';
import { type App, inTransaction, type Viewer } from '../../platform/app.ts';
import type { Json } from '../../platform/broadcast.ts';
import { getNumberedPage, lockRow, nameContains } from '../../platform/database/queries.ts';
import type { PageNumber, PageOfRows } from '../../platform/database/queries.ts';
import { findItemByShort, type Item, itemAddress, type ItemType, selectItems } from '../channels/items.ts';
import type { Followable } from '../forward.ts';
import { domainAddress, selectDomains } from '../domains/domain.ts';
import { type Editor, refuseOtherDomain } from '../link/rights.ts';
import { getOwned, type Owner } from '../owned/owned.ts';
import type { BioBlock, BlockKind } from './block.ts';
import { defaultDesign, type BioDesign } from './design.ts';

/** A bio page: a link with purpose 'bio', and its content. */
export interface Bio {
  /** Digits: the id of its link. */
  id: string;
  /** Scheme and host of a branded domain. Null: the default domain. */
  domain: string | null;
  alias: string;
  /** The name at the top of the page. */
  title: string;
  about: string;
  /** Path of a square picture in the file store. */
  avatar: string | null;
  design: BioDesign;
  /** Preview for search engines and shares. Blank fields default to the title, description and avatar. */
  previewTitle: string;
  previewDescription: string;
  previewImage: string | null;
  /** Disabled by its owner. */
  isDisabled: boolean;
  /** Suspended by an operator. */
  isSuspended: boolean;
  /** Increases with every change. */
  version: string;
  createdAt: Date;
  updatedAt: Date;
}

/** Limits of a page. */
export const max = { blocks: 100, title: 80, about: 300, heading: 120, text: 5000, note: 160, accounts: 20 };

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
      sql<BioDesign>`${JSON.stringify(defaultDesign)}::jsonb || page.design`.as('design'),
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
    .select((row) => row.ref('content').$castTo<BioBlock['content']>().as('content'))
    .orderBy('position')
    .orderBy('id');

/** Converts a row to a `BioBlock`, whose `kind` determines the type of its `content`. */
export const toBlock = (row: Omit<BioBlock, 'kind' | 'content'> & { kind: BlockKind; content: unknown }) =>
  row as BioBlock;

/**
 * Returns one of the viewer's pages. Throws a `Problem` if it does not exist or belongs to another account.
 */
export const getBio = (app: Pick<App, 'db'>, viewer: Owner, id: string): Promise<Bio> =>
  getOwned(app, viewer, { name: msg('Bio page'), find: findBioOf }, id);

export interface ListedBio extends Bio {
  visits: number;
  blocks: number;
}

/**
 * Returns one page of the viewer's bio pages, newest first. `search` matches part of an alias or name,
 * ignoring case.
 */
export function listBios(
  app: Pick<App, 'db'>,
  viewer: Owner,
  { search = '', ...page }: PageNumber & { search?: string | undefined },
): Promise<PageOfRows<ListedBio>> {
  const found = selectBios(app)
    .where('link.account_id', '=', viewer.id)
    .$if(search !== '', (query) => query.where(nameContains(sql`link.alias || ' ' || link.title`, search)));
  return getNumberedPage(found, page, (listed) =>
    listed
      .leftJoin('links.link_total as total', 'total.link_id', 'link.id')
      .select([sql<number>`coalesce(total.clicks, 0)::float8`.as('visits'), countBlocks.as('blocks')])
      .orderBy('link.id', 'desc'),
  );
}

const countBlocks = sql<number>`(
  select count(*)::float8 from links.bio_block block where block.link_id = link.id and block.deleted_at is null
)`;

/** A short link or QR code featured on a page. */
export interface Featured extends Followable {
  id: string;
  type: ItemType;
  title: string;
  address: string;
  picture: string | null;
}

/** Returns the viewer's short link or QR code with this address. Excludes bio pages. */
export async function findFeatured(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  short: string,
): Promise<Featured | undefined> {
  const found = await findItemByShort(app, viewer, short);
  return found && found.type !== 'bio' ? toFeatured(app, found) : undefined;
}

/** Returns an account's active links and codes by id. */
export async function getFeatured(
  app: Pick<App, 'db' | 'config'>,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, Featured>> {
  if (ids.length === 0) return new Map();
  const found = await selectItems(app)
    .where('link.id', '=', sql<string>`any(${ids}::bigint[])`)
    .where('link.account_id', '=', accountId)
    .where('link.purpose', '<>', 'bio')
    .where('link.disabled_at', 'is', null)
    .where('link.suspended_at', 'is', null)
    .execute();
  return new Map(found.map((item) => [item.id, toFeatured(app, item)]));
}

const toFeatured = ({ config }: Pick<App, 'config'>, item: Item): Featured => ({
  id: item.id,
  type: item.type,
  title: item.title || item.alias,
  address: itemAddress(config, item),
  picture: item.previewImage,
  hidesReferrer: item.hidesReferrer,
});

const maxDomains = 100;

/** Returns the viewer's branded domains as `https://…`. */
export async function ownDomains(app: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>): Promise<string[]> {
  const domains = await selectDomains(app)
    .where('account_id', '=', viewer.id)
    .orderBy('id')
    .limit(maxDomains)
    .execute();
  return domains.map(domainAddress);
}

/**
 * Changes one of the viewer's pages under a lock, because the order of blocks depends on all of them.
 * Invalidates the page in every process.
 */
export async function changeBio<T>(
  app: App,
  viewer: Editor,
  id: string,
  change: (app: App, bio: Bio) => Promise<T>,
): Promise<T> {
  return inTransaction(app, async (app) => {
    await lockRow(app, 'links.link', id);
    const bio = await getBio(app, viewer, id);
    refuseOtherDomain(viewer, bio.domain);
    await app.db
      .updateTable('links.bio_page')
      .set({ version: sql`version + 1` })
      .where('link_id', '=', id)
      .execute();
    await app.db
      .updateTable('links.link')
      .set({ updated_at: app.clock.now() })
      .where('id', '=', id)
      .execute();
    const changed = await change(app, bio);
    await publishBioChange(app, id);
    return changed;
  });
}

const topic = 'links.bio-changed';

/** Invalidates the cached page in every process. Must be called in the transaction that changes the page. */
export const publishBioChange = (
  app: Pick<App, 'broadcast' | 'db' | 'afterCommit'>,
  id: string,
): Promise<void> => app.broadcast.publish(app, topic, id);

/** Subscribes to page changes. Returns a function that ends the subscription. */
export const onBioChanged = (
  { broadcast }: Pick<App, 'broadcast'>,
  changed: (id: string) => void,
): (() => void) => broadcast.subscribe(topic, (payload: Json) => changed(payload as string));
