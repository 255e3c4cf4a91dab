import { sql } from 'kysely';
import { invalid, Problem, msg } from '../../kernel/problem.ts';
import { isBlank, toLine } from '../../kernel/text.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, verb, type Viewer } from '../../platform/app.ts';
import { looseText, NumberOrText, OneOf } from '../loose-values.ts';
import { fieldsOf, type TextField } from '../owned/fields.ts';
import { declareKind, type ObjectOf } from '../owned/owned.ts';
import { parsePixelProvider, parseTag, type ProviderKey, providerKeys, providers } from './providers.ts';

const provider: TextField<ProviderKey> = {
  column: 'provider',
  name: 'type',
  label: msg('Provider'),
  isFixed: true,
  choices: {
    empty: msg('Choose a provider'),
    of: providerKeys.map((value) => ({ value, label: providers[value].name })),
  },
  body: {
    new: OneOf(providerKeys, 'The provider'),
    change: OneOf(providerKeys),
  },
  parse: parsePixelProvider,
};

const tag = NumberOrText('ID issued by the provider');

const pixelFields = fieldsOf({
  provider,
  name: {
    column: 'name',
    label: msg('Name'),
    hint: () => t('Only visible to you.'),
    control: { maxlength: 100 },
    omitsBlank: 'always',
    body: { new: NumberOrText('Your name for the pixel'), change: looseText('Blank: unchanged') },
    parse: parsePixelName,
  },
  tag: {
    column: 'tag',
    label: msg('Tag'),
    hint: (before) =>
      before
        ? t('Such as {example}.', { example: providers[before.provider as ProviderKey].example })
        : t('The ID from your provider, such as GTM-ABCDE.'),
    control: { mono: true },
    body: { new: tag, change: tag },
    parse: (text, known) => parseTag(known.provider as ProviderKey, text),
  },
});

/** A tracking tag of an owner at a provider, notified of clicks on links. */
export type Pixel = ObjectOf<typeof pixelFields>;

/**
 * A deleted pixel stays assigned to its links, so that it can be restored there. It stops firing within a
 * minute, when cached links are reloaded.
 */
export const ownedPixels = declareKind({
  feature: 'pixels',
  table: 'links.pixel',
  name: msg('Pixel'),
  fields: pixelFields,
  uses: sql<number>`(
    select count(*)::float8 from links.link_pixel
    join links.link on link.id = link_pixel.link_id and link.deleted_at is null
    where link_pixel.pixel_id = own.id
  )`,
  order: sql`own.id`,
  unique: {
    pixel_tag: ({ provider, tag }) =>
      new Problem(
        'conflict',
        msg('You already have a {name} pixel with the tag “{tag}”', { name: providers[provider].name, tag }),
        { field: 'tag' },
      ),
  },
  takenSince: () => new Problem('conflict', msg('Another pixel now uses this tag. Delete that one first.')),
});

const longestName = 100;

function parsePixelName(text: string): string {
  const name = toLine(text);
  if (isBlank(name)) throw invalid('name', msg('Enter a name'));
  if (name.length > longestName)
    throw invalid('name', msg('The name can have at most {longestName} characters', { longestName }));
  return name;
}

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
  { name: 'pixels.consent', who: 'member', role: 'admin' },
  async (
    { db, clock },
    viewer: Pick<Viewer, 'id'>,
    input: { mode: string; privacy?: string | undefined },
  ): Promise<void> => {
    const mode = modes.find((each) => each === input.mode);
    if (!mode) throw invalid('mode', msg('Choose one of {modes}', { modes: modes.join(', ') }));
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
    throw invalid('privacy', msg('Enter a full URL starting with http:// or https://'));
  return url.href;
}
