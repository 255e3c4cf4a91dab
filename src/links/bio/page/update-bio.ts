import { t } from '../../../kernel/translation/translate.ts';
import { parseLine, parseLines } from '../../../kernel/typed-text/parse-text.ts';
import type { App } from '../../../platform/app.ts';
import { isDuplicate } from '../../../platform/database/errors.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { domainAddress, domainForLink } from '../../domains/domain.ts';
import { parseAlias } from '../../record/fields/alias.ts';
import { aliasTaken } from '../../record/queries.ts';
import { publishLinkChange } from '../../record/announce-link.ts';
import { max, type Bio } from './bio.ts';
import { changeBio } from './change-bio.ts';
import { findBioOf } from './queries.ts';
import { parseAddress } from './texts.ts';

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
export async function updateBio(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  change: BioChange,
): Promise<Bio> {
  return changeBio(app, viewer, id, async (app, before) => {
    // Undefined: the domain does not change.
    const domain = change.domain?.trim() ? await domainForLink(app, viewer, change.domain) : undefined;
    const after: Bio = {
      ...before,
      ...getTexts(app, before, change),
      alias: change.alias?.trim() ? parseAlias(change.alias) : before.alias,
      domain: domain === undefined ? before.domain : domain && domainAddress(domain),
    };
    await store(app, after, domain);
    await publishLinkChange(app, before);
    if (after.alias !== before.alias || after.domain !== before.domain) await publishLinkChange(app, after);
    return (await findBioOf(app, viewer.id, id)) ?? after;
  });
}

function getTexts({ config }: App, before: Bio, change: BioChange) {
  const { title, about, previewTitle, previewDescription, previewImage } = { ...before, ...defined(change) };
  return {
    title: parseLine('title', title, { min: 1, max: max.title, what: t('The name') }),
    about: parseLines('about', about, { max: max.about, what: t('The text') }),
    previewTitle: parseLine('metatitle', previewTitle, { max: 255, what: t('The title') }),
    previewDescription: parseLine('metadescription', previewDescription, {
      max: 500,
      what: t('The description'),
    }),
    previewImage: previewImage?.trim() ? parseAddress('metaimage', previewImage, config) : null,
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
