import { sql } from 'kysely';
import { relationships } from '../../identity/change-about.ts';
import { networkNames, networks, toSocialLinks } from '../../identity/change-personal.ts';
import { mayKnow, type PrivatePart } from '../../identity/privacy.ts';
import { answerText, readKeptAnswers } from '../../identity/profile-fields/answers.ts';
import { listFields } from '../../identity/profile-fields/list-fields.ts';
import { readTitle } from '../../identity/titled-lists.ts';
import type { App } from '../../platform/app.ts';
import { relationshipNames } from '../accounts/relationship-names.ts';
import { listCountries } from '../app/list-countries.ts';
import type { Profile } from './profile.ts';

/** Something that somebody says of themselves, in words for the page. */
export interface AboutLine {
  label: string;
  text: string;
  /** Where it leads, if anywhere. */
  href?: string;
  /** On one's own page: who but oneself may know it, where that is not everybody. */
  isFor?: 'friends' | 'me';
}

/** What a person says of themselves, as far as the viewer may know it. */
export async function readAboutOf(app: App, profile: Profile): Promise<AboutLine[]> {
  const row = await app.db
    .selectFrom('identity.account')
    .select(['email', 'phone', 'website', 'relationship', 'country', 'city', 'hometown'])
    .select(['work_title', 'work_place', 'work_url', 'edu_school', 'edu_major', 'edu_class'])
    .select(['social_links', sql<string | null>`birthdate::text`.as('birthdate')])
    .where('id', '=', profile.id)
    .executeTakeFirstOrThrow();
  const line = (part: PrivatePart, label: string, text: string, href?: string): AboutLine[] =>
    text !== '' && mayKnow(profile.privacy, part, profile.relation)
      ? [{ label, text, ...(href && { href }), ...restriction(profile, part) }]
      : [];
  const links = toSocialLinks(row.social_links);
  const relationship = relationships.find((each) => each === row.relationship);
  const country = listCountries().find(({ id }) => id === row.country)?.name ?? '';
  return [
    ...line('work', 'Work', list([row.work_title, row.work_place]) || hostOf(row.work_url), row.work_url),
    ...line('education', 'Education', list([row.edu_school, row.edu_major, row.edu_class])),
    ...line('location', 'Lives in', list([row.city, country])),
    ...line('location', 'From', row.hometown),
    ...line('gender', 'Gender', await readTitle(app, 'gender', profile.gender)),
    ...line(
      'birthdate',
      'Born',
      row.birthdate ? dayFormat.format(new Date(`${row.birthdate}T00:00:00Z`)) : '',
    ),
    ...line('relationship', 'Relationship', relationship ? relationshipNames[relationship] : ''),
    ...line('email', 'Email', row.email, `mailto:${row.email}`),
    ...line('phone', 'Phone', row.phone, `tel:${row.phone.replace(/[^+0-9]/g, '')}`),
    ...line('links', 'Website', hostOf(row.website), row.website),
    ...networkNames.flatMap((name) => line('links', networks[name], hostOf(links[name] ?? ''), links[name])),
    ...(await readAnswersOf(app, profile.id)),
  ];
}

function restriction({ relation, privacy }: Profile, part: PrivatePart): Pick<AboutLine, 'isFor'> {
  const audience = privacy.parts[part];
  return relation.isMe && audience !== 'public' ? { isFor: audience } : {};
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const list = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ');

/** An address as people write it. */
const hostOf = (address: string): string => address.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');

async function readAnswersOf(app: App, accountId: string): Promise<AboutLine[]> {
  const answers = await readKeptAnswers(app, accountId);
  if (answers.size === 0) return [];
  return (await listFields(app)).flatMap((field) => {
    const answer = answers.get(field.id);
    return field.isPublic && answer !== undefined
      ? [{ label: field.label, text: answerText(field, answer) }]
      : [];
  });
}
