import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { parseAddress } from './change-about.ts';
import { parseBirthdate } from '../account/birthdate.ts';
import { isOnList } from '../account/titled-lists.ts';

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
    throw invalid('gender', t('Choose a gender from the list'));
  const phone = given.phone.trim();
  if (phone !== '' && !/^\+?[0-9 ()./-]{4,40}$/.test(phone))
    throw invalid('phone', t('Use digits and spaces, optionally starting with +, at most 40 characters'));
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
    return text === '' ? [] : [[name, parseAddress(`social_${name}`, text)] as const];
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
