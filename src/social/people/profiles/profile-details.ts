import { sql } from 'kysely';
import { toSocialLinks } from '../../../identity/profile/change-personal.ts';
import { canSeePart, type PrivatePart } from '../../../identity/account/privacy.ts';
import { storedAnswersOf } from '../../../identity/profile-fields/answers.ts';
import type { App } from '../../../platform/app.ts';
import type { Profile } from './profile.ts';

export type ProfileDetails = Awaited<ReturnType<typeof getProfileDetails>>;

/** Returns a person's profile details. Those hidden from the viewer are empty. */
export async function getProfileDetails({ db }: Pick<App, 'db'>, { id, privacy, relation }: Profile) {
  const row = await db
    .selectFrom('identity.account')
    .select(['email', 'phone', 'website', 'relationship', 'country', 'city', 'hometown'])
    .select(['work_title', 'work_place', 'work_url', 'edu_school', 'edu_major', 'edu_class'])
    .select(['social_links', sql<string | null>`birthdate::text`.as('birthdate')])
    .select(storedAnswersOf('account.id').as('answers'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const known = (part: PrivatePart, text: string) => (canSeePart(privacy, part, relation) ? text : '');
  return {
    email: known('email', row.email),
    phone: known('phone', row.phone),
    birthdate: known('birthdate', row.birthdate ?? ''),
    relationship: known('relationship', row.relationship),
    country: known('location', row.country),
    city: known('location', row.city),
    hometown: known('location', row.hometown),
    workTitle: known('work', row.work_title),
    workPlace: known('work', row.work_place),
    workUrl: known('work', row.work_url),
    school: known('education', row.edu_school),
    major: known('education', row.edu_major),
    class: known('education', row.edu_class),
    website: known('links', row.website),
    links: canSeePart(privacy, 'links', relation) ? toSocialLinks(row.social_links) : {},
    /** Answers to the operator's fields, by field id. */
    answers: new Map(Object.entries(row.answers)),
  };
}
