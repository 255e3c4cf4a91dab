import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { Type } from 'typebox';
import { isLive } from '../../identity/account/people.ts';
import { missing, msg } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Client } from '../../platform/http/caller.ts';
import { type Download, page, redirect } from '../../platform/http/endpoint.ts';
import { refused } from '../../web/form.ts';
import { id } from '../owned/api.ts';
import { forward } from '../forward.ts';
import { shortAddress } from '../link/link.ts';
import type { ShowFollowed } from '../redirect/followed.ts';
import { addBioAnswer } from './answers.ts';
import { type Bio, type Featured, getFeatured, onBioChanged, selectBios } from './bio.ts';
import { type BioBlock, isShown, listBlocks, nextChange } from './block.ts';
import { formErrorView, publicPage, type PublicPage, type ShownAs } from './views/public-page.ts';

/** All data that a page is rendered from. */
export interface PublicBio {
  bio: Bio;
  owner: { id: string; username: string; isVerified: boolean };
  blocks: readonly BioBlock[];
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
async function isOpen({ db, clock }: Pick<App, 'db' | 'clock'>, id: string): Promise<boolean> {
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

/** Public pages, rendered and cached until their content changes. */
interface BioPages {
  show: ShowFollowed;
  close(): void;
}

/** Maximum age of a cached page, in case a change broadcast is lost. */
const freshFor = minutes(1);

/** Limits of the cache. */
const defaultLimits = { pages: 5000, bytes: 64 * 1024 ** 2 };

interface CachedBio extends PublicPage {
  /** Unix time in milliseconds when the page expires. Stale pages are served while the database is down. */
  until: number;
}

export function openBioPages(app: App, max = defaultLimits): BioPages {
  const cache = new LRUCache<string, CachedBio>({
    max: max.pages,
    maxSize: max.bytes,
    sizeCalculation: ({ text }) => 200 + text.length * 2,
  });
  /** Incremented by every change, to detect that a page changed while it was being rendered. */
  let changes = 0;

  const draw = async (id: string): Promise<CachedBio> => {
    const changesBefore = changes;
    const found = await findPublicBio(app, id);
    if (!found) throw missing(msg('Page'));
    const now = app.clock.now();
    const next = nextChange(found.blocks, now)?.getTime() ?? Infinity;
    const page = { ...publicPage(app, found, { now }), until: Math.min(next, now.getTime() + freshFor) };
    if (changes === changesBefore) cache.set(id, page);
    return page;
  };

  const purge = (id: string): void => {
    cache.delete(id);
    changes += 1;
  };
  const purgeAll = (): void => {
    cache.clear();
    changes += 1;
  };
  const stopListening = [onBioChanged(app, purge), app.broadcast.onGap(purgeAll)];

  return {
    show: async (_app, { linkId }) => {
      const known = cache.get(linkId);
      if (known && known.until > app.clock.now().getTime()) return toResponse(known);
      // Serves a stale page while the database is down.
      return toResponse(
        await draw(linkId).catch((error: unknown) => {
          if (!known) throw error;
          return known;
        }),
      );
    },
    close: () => stopListening.forEach((stop) => stop()),
  };
}

/** Every visit is counted, so responses must not be cached by intermediaries. */
export const toResponse = ({ text, policy }: PublicPage, headers: Record<string, string> = {}): Download => ({
  type: 'text/html; charset=utf-8',
  body: text,
  headers: { 'content-security-policy': policy, 'cache-control': 'private, no-cache', ...headers },
});

const Place = Type.Object({ id, block: id });
const text = Type.Optional(Type.String({ maxLength: 20_000 }));

/** Counts a visit to the link with this id. */
type Count = (linkId: string, client: Client) => Promise<void>;

/** Click and form endpoints of public pages, also on branded domains. */
export const bioPublicPages = (count: Count) => [
  page({
    method: 'GET',
    path: '/bio/:id/to/:block',
    access: 'anyone',
    params: Place,
    // Index of the clicked item, such as a social icon.
    query: Type.Object({ n: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })) }),
    handle: async ({ app, params, query: { n = 0 }, client }) => {
      const { found, block } = await getBlock(app, params);
      const to = targetOf(found, block, n);
      if (to === undefined && block.kind !== 'video') throw missing(msg('Page'));
      await count(block.id, client);
      return to === undefined ? draw(app, found, { playing: block.id }) : forward(to.address, 303, to);
    },
  }),
  page({
    method: 'POST',
    path: '/bio/:id/form/:block',
    verb: addBioAnswer,
    access: 'anyone',
    params: Place,
    body: Type.Object({ name: text, email: text, message: text, website: text }),
    handle: async ({ app, params, body }) => {
      const { found, block } = await getBlock(app, params);
      if (block.kind !== 'form') throw missing(msg('Form'));
      // Honeypot field that is hidden from people. Submissions by bots get the same response but are dropped.
      if (!body.website) await addBioAnswer(app, found.bio.id, block, body);
      return redirect(`/bio/${params.id}/sent/${params.block}#b${params.block}`);
    },
    again: async ({ app, params, body }, problem) => {
      const { found, block } = await getBlock(app, params);
      if (block.kind !== 'form') throw missing(msg('Form'));
      const state = refused({ name: '', email: '', message: '', ...body }, problem);
      return formErrorView(found.bio, block, shortAddress(app.config, found.bio), state);
    },
  }),
  page({
    method: 'GET',
    path: '/bio/:id/sent/:block',
    access: 'anyone',
    params: Place,
    handle: async ({ app, params }) => {
      const { found, block } = await getBlock(app, params);
      return draw(app, found, { sent: block.id });
    },
  }),
];

/** Returns a block that visitors can currently see, with its page. Throws if the block or page is hidden. */
async function getBlock(
  app: App,
  { id, block: blockId }: { id: number; block: number },
): Promise<{ found: PublicBio; block: BioBlock }> {
  const found = (await isOpen(app, String(id))) ? await findPublicBio(app, String(id)) : undefined;
  const block = found?.blocks.find((each) => each.id === String(blockId));
  if (!found || !block || !isShown(block, app.clock.now())) throw missing(msg('Page'));
  return { found, block };
}

/** Where a block leads. A featured link hides the referrer if the link does. */
function targetOf({ featured }: PublicBio, { kind, content }: BioBlock, n: number): Target | undefined {
  if (kind === 'featured') return featured.get(content.linkId);
  const address =
    kind === 'social' ? content.accounts[n]?.url : kind === 'link' || kind === 'image' ? content.url : '';
  return address ? { address } : undefined;
}

type Target = Pick<Featured, 'address' | 'hidesReferrer'>;

const draw = (app: App, found: PublicBio, as: Omit<ShownAs, 'now'>): Download =>
  toResponse(publicPage(app, found, { ...as, now: app.clock.now() }), { 'x-robots-tag': 'noindex' });
