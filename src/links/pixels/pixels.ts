import { sql } from 'kysely';
import { invalid, Problem } from '../../kernel/problem.ts';
import { toLine } from '../../kernel/text.ts';
import { msg, t } from '../../kernel/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { getPage, type PageNumber } from '../../platform/database/paging.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { changeOwned, type Owned, type Owner } from '../owned/owned.ts';
import { parseProvider, parseTag, type ProviderKey, providers } from './providers.ts';
import { verb } from '../../platform/verb.ts';

/** A tracking tag of an owner at a provider, notified of clicks on links. */
export interface Pixel {
  /** Digits. */
  id: string;
  provider: ProviderKey;
  name: string;
  tag: string;
  createdAt: Date;
}

const longestName = 100;

function parsePixelName(text: string): string {
  const name = toLine(text);
  if (name === '') throw invalid('name', t('Enter a name'));
  if (name.length > longestName)
    throw invalid('name', t('The name can have at most {longestName} characters', { longestName }));
  return name;
}

const selectPixels = ({ db }: Pick<App, 'db'>, accountId: string) =>
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
  feature: 'pixels',
  table: 'links.pixel',
  name: msg('Pixel'),
  find: (app, accountId, id) => selectPixels(app, accountId).where('id', '=', id).executeTakeFirst(),
  restoreProblem: (error) =>
    isDuplicate(error, 'pixel_tag')
      ? new Problem('conflict', t('Another pixel now uses this tag. Delete that one first.'))
      : undefined,
};

const tagTaken = (provider: ProviderKey, tag: string) =>
  new Problem(
    'conflict',
    t('You already have a {name} pixel with the tag “{tag}”', { name: providers[provider].name, tag }),
    {
      field: 'tag',
    },
  );

export interface ListedPixel extends Pixel {
  /** Number of links that use the pixel. */
  links: number;
}

/** Returns one page of the viewer's pixels, oldest first. */
export const listPixels = (app: Pick<App, 'db'>, viewer: Owner, page: PageNumber) =>
  getPage(selectPixels(app, viewer.id), page, (own) => own.select(countLinks.as('links')).orderBy('id'));

const countLinks = sql<number>`(
  select count(*)::float8 from links.link_pixel
  join links.link on link.id = link_pixel.link_id and link.deleted_at is null
  where link_pixel.pixel_id = pixel.id
)`;

/** Creates a pixel. A second pixel with the same provider and tag is a conflict. */
export const addPixel = verb(
  { name: 'pixels.add', who: 'member' },
  async (
    { db, clock },
    viewer: Pick<Viewer, 'id'>,
    input: { type: string; name: string; tag: string },
  ): Promise<Pixel> => {
    const provider = parseProvider(input.type);
    const name = parsePixelName(input.name);
    const tag = parseTag(provider, input.tag);
    const createdAt = clock.now();
    const cache = await db
      .insertInto('links.pixel')
      .values({ account_id: viewer.id, provider, name, tag, created_at: createdAt })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!cache) throw tagTaken(provider, tag);
    return { id: cache.id, provider, name, tag, createdAt };
  },
);

/** Updates the tag and name of a pixel. Its provider cannot change, and a blank name does not change it. */
export const updatePixel = verb(
  { name: 'pixels.update', who: 'member' },
  (
    app,
    viewer: Owner,
    id: string,
    change: { name?: string | null | undefined; tag: string },
  ): Promise<void> =>
    changeOwned(app, viewer, ownedPixels, id, async ({ db }, { provider, name: present }) => {
      const name = change.name?.trim() ? parsePixelName(change.name) : present;
      const tag = parseTag(provider, change.tag);
      await db
        .updateTable('links.pixel')
        .set({ name, tag })
        .where('id', '=', id)
        .execute()
        .catch((error: unknown) => {
          throw isDuplicate(error, 'pixel_tag') ? tagTaken(provider, tag) : error;
        });
    }),
);

/**
 * How consent for an owner's pixels is handled. `ask`: fire only with consent. `notice`: show a notice and
 * fire unless the visitor refuses. `legitimate`: always fire, because the owner has another legal basis.
 */
const modes = ['ask', 'notice', 'legitimate'] as const;
export type ConsentMode = (typeof modes)[number];

interface PixelConsent {
  mode: ConsentMode;
  /** URL of the owner's privacy policy. */
  privacyAddress: string | null;
}

/** Returns the owner's settings, with the operator's default. */
export async function getConsent(
  { db, config }: Pick<App, 'db' | 'config'>,
  accountId: string,
): Promise<PixelConsent> {
  const row = await db
    .selectFrom('links.pixel_consent')
    .select('privacy_url as privacyAddress')
    .select((row) => row.ref('mode').$castTo<ConsentMode>().as('mode'))
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ?? { mode: config.PIXEL_CONSENT, privacyAddress: null };
}

export const updateConsent = verb(
  { name: 'pixels.consent', who: 'member' },
  async (
    { db, clock },
    viewer: Pick<Viewer, 'id'>,
    input: { mode: string; privacy?: string | undefined },
  ): Promise<void> => {
    const mode = modes.find((each) => each === input.mode);
    if (!mode) throw invalid('mode', t('Choose one of {modes}', { modes: modes.join(', ') }));
    const values = { mode, privacy_url: parsePrivacy(input.privacy), updated_at: clock.now() };
    await db
      .insertInto('links.pixel_consent')
      .values({ account_id: viewer.id, ...values })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
      .execute();
  },
);

function parsePrivacy(text = ''): string | null {
  const typed = text.trim();
  if (typed === '') return null;
  const url = /^https?:\/\//i.test(typed) ? URL.parse(typed) : null;
  if (!url || url.username || url.password || url.href.length > 2000)
    throw invalid('privacy', t('Enter a full URL starting with http:// or https://'));
  return url.href;
}
