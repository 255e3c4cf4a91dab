import { invalid, msg } from '../../kernel/problem.ts';
import { lengthOf, toLine } from '../../kernel/text.ts';
import { type App, verb, inTransaction } from '../../platform/app.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { parseName, refuseLookalike } from '../account/names.ts';
import { getOwnProfile, isOnList, type OwnProfile } from '../account/people.ts';
import { parseBirthdate } from '../account/viewer.ts';

/** A person's public profile. */
export const changeProfile = verb(
  { name: 'profile.edit', who: 'member' },
  async (app, accountId: string, given: OwnProfile) => {
    const firstName = parseName(given.firstName, 'first_name', msg('Enter your first name'));
    // Some people have only one name.
    const lastName =
      given.lastName.trim() === '' ? '' : parseName(given.lastName, 'last_name', msg('Enter your last name'));
    const biography = given.biography.trim();
    if (lengthOf(biography) > 1000) throw invalid('biography', msg('Bio must be at most 1,000 characters'));
    await inTransaction(app, async (app) => {
      const present = await getOwnProfile(app, accountId);
      if (firstName !== present.firstName || lastName !== present.lastName) {
        const name = { text: `${firstName} ${lastName}`.trim(), field: 'first_name', isOwnName: true };
        await refuseLookalike(app, name, accountId);
      }
      await app.db
        .updateTable('identity.account')
        .set({ first_name: firstName, last_name: lastName, biography })
        .where('id', '=', accountId)
        .execute();
    });
  },
);

/** Optional profile details. Blank means not provided. */
interface About {
  website: string;
  relationship: string;
  /** Id in the list of countries. */
  country: string;
  city: string;
  hometown: string;
  workTitle: string;
  workPlace: string;
  workUrl: string;
  eduSchool: string;
  eduMajor: string;
  eduClass: string;
}

const aboutFields = {
  website: 'website',
  relationship: 'relationship',
  country: 'country',
  city: 'city',
  hometown: 'hometown',
  workTitle: 'work_title',
  workPlace: 'work_place',
  workUrl: 'work_url',
  eduSchool: 'edu_school',
  eduMajor: 'edu_major',
  eduClass: 'edu_class',
} as const satisfies Record<keyof About, string>;

export const relationships = [
  'single',
  'relationship',
  'married',
  'complicated',
  'separated',
  'divorced',
  'widowed',
] as const;

const addresses: readonly string[] = ['website', 'workUrl'];

/** Changes the given details and leaves the others unchanged. */
export async function changeAbout(
  { db }: App,
  accountId: string,
  about: { [Name in keyof About]?: string | undefined },
): Promise<void> {
  const given = Object.entries(about).filter(
    (entry): entry is [keyof About, string] => entry[1] !== undefined,
  );
  const change = Object.fromEntries(given.map(([name, value]) => [aboutFields[name], read(name, value)]));
  if (given.length === 0) return;
  await db.updateTable('identity.account').set(change).where('id', '=', accountId).execute();
}

function read(name: keyof About, value: string): string {
  const text = toLine(value);
  const field = aboutFields[name];
  if (text === '') return '';
  if (addresses.includes(name)) return parseProfileUrl(field, text);
  if (lengthOf(text) > 100) throw invalid(field, msg('At most 100 characters'));
  if (name === 'relationship' && !relationships.some((each) => each === text))
    throw invalid(field, msg('Choose one of {relationships}', { relationships: relationships.join(', ') }));
  return text;
}

export function parseProfileUrl(field: string, text: string): string {
  const url = URL.parse(text.includes('://') ? text : `https://${text}`);
  if (!url || !['http:', 'https:'].includes(url.protocol) || text.length > 500 || !url.hostname.includes('.'))
    throw invalid(field, msg('Enter a URL that starts with https://'));
  return url.href;
}

export async function getAbout({ db }: App, accountId: string): Promise<About> {
  const row = await db
    .selectFrom('identity.account')
    .select(['website', 'relationship', 'country', 'city', 'hometown'])
    .select(['work_title as workTitle', 'work_place as workPlace', 'work_url as workUrl'])
    .select(['edu_school as eduSchool', 'edu_major as eduMajor', 'edu_class as eduClass'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row;
}

/** Social networks that profiles can link to, by the names that existing apps use. */
export const networks = {
  facebook: 'Facebook',
  twitter: 'X (Twitter)',
  youtube: 'YouTube',
  instagram: 'Instagram',
  twitch: 'Twitch',
  linkedin: 'LinkedIn',
  vkontakte: 'VK',
} as const;
type Network = keyof typeof networks;
export const networkNames = Object.keys(networks) as readonly Network[];

type SocialLinks = Partial<Record<Network, string>>;

export interface Personal {
  /** Id of a gender. */
  gender: string;
  /** YYYY-MM-DD. */
  birthdate: string;
  phone: string;
  links: SocialLinks;
}

/** Changes personal details and social links. Blank values clear them. */
export async function changePersonal(app: App, accountId: string, given: Personal): Promise<void> {
  const { minimumAge } = await getSiteSettings(app);
  const gender = given.gender.trim();
  if (gender !== '' && !(await isOnList(app, 'gender', gender)))
    throw invalid('gender', msg('Choose a gender from the list'));
  const phone = given.phone.trim();
  if (phone !== '' && !/^\+?[0-9 ()./-]{4,40}$/.test(phone))
    throw invalid('phone', msg('Use digits and spaces, optionally starting with +, at most 40 characters'));
  await app.db
    .updateTable('identity.account')
    .set({
      gender,
      phone,
      birthdate: parseBirthdate({ birthdate: given.birthdate }, app.clock.now(), minimumAge) ?? null,
      social_links: JSON.stringify(parseLinks(given.links)),
    })
    .where('id', '=', accountId)
    .execute();
}

function parseLinks(given: SocialLinks): SocialLinks {
  const links = networkNames.flatMap((name) => {
    const text = given[name]?.trim() ?? '';
    return text === '' ? [] : [[name, parseProfileUrl(`social_${name}`, text)] as const];
  });
  return Object.fromEntries(links);
}

export const toSocialLinks = (stored: unknown): SocialLinks =>
  Object.fromEntries(
    networkNames.flatMap((name) => {
      const address = (stored as Record<string, unknown> | null)?.[name];
      return typeof address === 'string' ? [[name, address] as const] : [];
    }),
  );
