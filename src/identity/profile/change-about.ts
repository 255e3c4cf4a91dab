import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import { lengthOf, toLine } from '../../kernel/text.ts';
import type { App } from '../../platform/app.ts';

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
  if (addresses.includes(name)) return parseAddress(field, text);
  if (lengthOf(text) > 100) throw invalid(field, t('At most 100 characters'));
  if (name === 'relationship' && !relationships.some((each) => each === text))
    throw invalid(field, t('Choose one of {relationships}', { relationships: relationships.join(', ') }));
  return text;
}

export function parseAddress(field: string, text: string): string {
  const url = URL.parse(text.includes('://') ? text : `https://${text}`);
  if (!url || !['http:', 'https:'].includes(url.protocol) || text.length > 500 || !url.hostname.includes('.'))
    throw invalid(field, t('Enter a URL that starts with https://'));
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
