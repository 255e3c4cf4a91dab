import { buffer } from 'node:stream/consumers';
import { toLine } from '../../kernel/text.ts';
import { msg } from '../../kernel/problem.ts';
import { parseLine, parseLines } from '../../kernel/typed-text/parse-text.ts';
import { type App, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { removePicture, storePicture } from '../../platform/pictures.ts';
import { domainAddress, domainForLink } from '../domains/domain.ts';
import { type Editor, refuseOtherDomain } from '../link/rights.ts';
import { insertWithAlias } from '../shorten/add-links.ts';
import { aliasTaken, publishLinkChange, undeleteLink } from '../link/link.ts';
import { parseAlias, randomAlias } from '../link/fields.ts';
import { type Bio, changeBio, findBioOf, getBio, max, publishBioChange } from './bio.ts';
import { parseDestination } from './block-content.ts';
import { type BlockContent, listBlocks } from './block.ts';
import { refuseHarmfulBlocks } from './blocks.ts';
import { parseTemplate } from './templates.ts';

interface NewBio {
  title: string;
  /** Blank: a random alias. */
  alias?: string | undefined;
  /** One of the owner's domains. Blank: the default domain. */
  domain?: string | undefined;
  /** One of `templates`. Blank: an empty page. */
  template?: string | undefined;
}

/** Alias length for each attempt at a random alias. */
const lengths = [6, 6, 7, 7];

/**
 * Creates a page, empty or from a template. Pages and links share one alias namespace: an existing alias is a conflict, also for
 * concurrent requests.
 */
export const addBio = verb(
  { name: 'bio.add', who: 'member' },
  async (app, viewer: Editor, input: NewBio): Promise<Bio> => {
    const title = parseLine('title', input.title, { min: 1, max: max.title, what: msg('The name') });
    const chosen = input.alias?.trim() ? parseAlias(input.alias) : undefined;
    const { design, blocks } = parseTemplate(input.template);
    return inTransaction(app, async (app) => {
      const domain = input.domain?.trim() ? await domainForLink(app, viewer, input.domain) : null;
      refuseOtherDomain(viewer, domain && domainAddress(domain));
      const created = await insert(app, chosen ? [chosen] : lengths.map(randomAlias), {
        accountId: viewer.id,
        domainId: domain?.id ?? null,
        title,
      });
      await app.db
        .insertInto('links.bio_page')
        .values({ link_id: created.id, design: JSON.stringify(design) })
        .execute();
      if (blocks.length > 0) await addTemplateBlocks(app, created.id, blocks);
      await publishLinkChange(app, { ...created, domain: domain && domainAddress(domain) });
      return getBio(app, viewer, created.id);
    });
  },
);

const addTemplateBlocks = ({ db, clock }: App, linkId: string, blocks: readonly BlockContent[]) =>
  db
    .insertInto('links.bio_block')
    .values(
      blocks.map(({ kind, content }, index) => ({
        link_id: linkId,
        kind,
        content: JSON.stringify(content),
        position: index + 1,
        created_at: clock.now(),
      })),
    )
    .execute();

function insert(
  app: App,
  aliases: readonly string[],
  { accountId, domainId, title }: { accountId: string; domainId: string | null; title: string },
): Promise<{ id: string; alias: string }> {
  const now = app.clock.now();
  // A bio page has no destination URL.
  const row = { account_id: accountId, domain_id: domainId, title, purpose: 'bio', url: '', created_at: now };
  return insertWithAlias(app, aliases, ({ db }, alias) =>
    db
      .insertInto('links.link')
      .values({ ...row, alias, updated_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'alias'])
      .executeTakeFirst(),
  );
}

/** Editable fields of a page. Omitted fields do not change. */
interface BioChange {
  title?: string | undefined;
  about?: string | undefined;
  /** Blank: unchanged. */
  alias?: string | undefined;
  domain?: string | undefined;
  previewTitle?: string | undefined;
  previewDescription?: string | undefined;
  /** URL of a picture. Blank: the avatar. */
  previewImage?: string | undefined;
}

/** Updates one of the viewer's pages. A previous address no longer works. */
export const updateBio = verb(
  { name: 'bio.update', who: 'member' },
  async (app, viewer: Pick<Viewer, 'id'>, id: string, change: BioChange): Promise<Bio> => {
    return changeBio(app, viewer, id, async (app, before) => {
      // Undefined: the domain does not change.
      const domain = change.domain?.trim() ? await domainForLink(app, viewer, change.domain) : undefined;
      const after: Bio = {
        ...before,
        ...parseTexts(app, before, change),
        alias: change.alias?.trim() ? parseAlias(change.alias) : before.alias,
        domain: domain === undefined ? before.domain : domain && domainAddress(domain),
      };
      await store(app, after, domain);
      await publishLinkChange(app, before);
      if (after.alias !== before.alias || after.domain !== before.domain) await publishLinkChange(app, after);
      return (await findBioOf(app, viewer.id, id)) ?? after;
    });
  },
);

function parseTexts({ config }: App, before: Bio, change: BioChange) {
  const { title, about, previewTitle, previewDescription, previewImage } = { ...before, ...defined(change) };
  return {
    title: parseLine('title', title, { min: 1, max: max.title, what: msg('The name') }),
    about: parseLines('about', about, { max: max.about, what: msg('The text') }),
    previewTitle: parseLine('metatitle', previewTitle, { max: 255, what: msg('The title') }),
    previewDescription: parseLine('metadescription', previewDescription, {
      max: 500,
      what: msg('The description'),
    }),
    previewImage: previewImage?.trim() ? parseDestination('metaimage', previewImage, config) : null,
  };
}

const defined = <T extends object>(change: T) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<T>;

async function store({ db }: App, bio: Bio, domain: { id: string } | null | undefined): Promise<void> {
  await db
    .updateTable('links.link')
    .set({
      title: bio.title,
      alias: bio.alias,
      ...(domain !== undefined && { domain_id: domain?.id ?? null }),
      preview_title: bio.previewTitle,
      preview_description: bio.previewDescription,
      preview_image: bio.previewImage,
    })
    .where('id', '=', bio.id)
    .execute()
    .catch((error: unknown) => {
      throw isDuplicate(error, 'link_alias') ? aliasTaken(bio.alias) : error;
    });
  await db.updateTable('links.bio_page').set({ about: bio.about }).where('link_id', '=', bio.id).execute();
}

/** Enables or disables one of the viewer's pages. */
export const publishBio = verb(
  { name: 'bio.publish', who: 'member' },
  async (app, viewer: Pick<Viewer, 'id'>, id: string, isPublished: boolean): Promise<void> => {
    await changeBio(app, viewer, id, async (app, bio) => {
      await app.db
        .updateTable('links.link')
        .set({ disabled_at: isPublished ? null : app.clock.now() })
        .where('id', '=', id)
        .execute();
      await publishLinkChange(app, bio);
    });
  },
);

/** Soft-deletes one of the viewer's pages. Its address then returns 404. `restoreBio` undoes this. */
export const deleteBio = verb(
  { name: 'bio.delete', who: 'member' },
  async (app, viewer: Pick<Viewer, 'id'>, id: string): Promise<Bio> => {
    return changeBio(app, viewer, id, async (app, bio) => {
      await app.db
        .updateTable('links.link')
        .set({ deleted_at: app.clock.now() })
        .where('id', '=', id)
        .execute();
      await publishLinkChange(app, bio);
      return bio;
    });
  },
);

/**
 * Restores one of the viewer's deleted pages with its statistics. Throws a conflict if its alias has been
 * taken, and rejects a page with a block whose destination is now blocked.
 */
export const restoreBio = verb(
  { name: 'bio.restore', who: 'member' },
  async (app, viewer: Editor, id: string): Promise<Bio> => {
    return inTransaction(app, async (app) => {
      await undeleteLink(app, viewer, { id, purpose: 'bio' });
      const bio = await getBio(app, viewer, id);
      refuseOtherDomain(viewer, bio.domain);
      await refuseHarmfulBlocks(app, await listBlocks(app, id));
      await publishLinkChange(app, bio);
      await publishBioChange(app, id);
      return bio;
    });
  },
);

/**
 * Sets the avatar of one of the viewer's pages, re-encoded as a square, or removes it with null. Deletes the
 * previous file.
 */
export const setAvatar = verb(
  { name: 'bio.set-avatar', who: 'member' },
  async (app, viewer: Pick<Viewer, 'id'>, id: string, source: Buffer | null): Promise<void> => {
    await getBio(app, viewer, id);
    const avatar = source && (await storePicture(app, viewer.id, source, 'avatars', 'avatar')).path;
    await changeBio(app, viewer, id, async (app, before) => {
      await app.db.updateTable('links.bio_page').set({ avatar }).where('link_id', '=', id).execute();
      const former = before.avatar;
      // Responses in flight may still reference the old file, and then show no picture.
      if (former !== null) app.afterCommit(() => void removePicture(app, former).catch(() => undefined));
    });
  },
);

/** Returns the default name of a new page, from the viewer's profile. */
export async function nameFromProfile(app: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>): Promise<string> {
  const { first_name, last_name } = await getProfile(app, viewer);
  return toLine(`${first_name} ${last_name}`).slice(0, max.title);
}

/** Fills a new page with the description and a copy of the picture from the viewer's profile. */
export async function fillFromProfile(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<void> {
  const { biography, picture } = await getProfile(app, viewer);
  if (biography !== '') await updateBio(app, viewer, id, { about: biography.slice(0, max.about) });
  const file = picture === null ? undefined : await app.files.read(picture);
  if (file) await setAvatar(app, viewer, id, await buffer(file.stream));
}

const getProfile = ({ db }: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>) =>
  db
    .selectFrom('identity.account')
    .select(['first_name', 'last_name', 'biography', 'picture'])
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow();
