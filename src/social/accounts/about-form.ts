import { changeAbout, readAbout } from '../../identity/profile/change-about.ts';
import {
  changePersonal,
  networkNames,
  toSocialLinks,
  type Personal,
} from '../../identity/profile/change-personal.ts';
import { saveAnswers, readAnswers, readKeptAnswers } from '../../identity/profile-fields/answers.ts';
import { listFields } from '../../identity/profile-fields/list-fields.ts';
import { answerName } from '../../identity/profile-fields/profile-field.ts';
import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { takeFirstSteps } from './first-steps.ts';

/** The form about oneself, by its names: those of the API. */
type AboutForm = Record<string, string>;

export async function readAboutForm(app: App, accountId: string): Promise<AboutForm> {
  const about = await readAbout(app, accountId);
  const row = await app.db
    .selectFrom('identity.account')
    .select(['gender', 'phone', 'social_links', sql<string | null>`birthdate::text`.as('birthdate')])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const links = toSocialLinks(row.social_links);
  const answers = await readKeptAnswers(app, accountId);
  return {
    website: about.website,
    relationship: about.relationship,
    country: about.country,
    city: about.city,
    hometown: about.hometown,
    work_title: about.workTitle,
    work_place: about.workPlace,
    work_url: about.workUrl,
    edu_school: about.eduSchool,
    edu_major: about.eduMajor,
    edu_class: about.eduClass,
    gender: row.gender,
    phone: row.phone,
    birthdate: row.birthdate ?? '',
    ...Object.fromEntries(networkNames.map((name) => [`social_${name}`, links[name] ?? ''])),
    ...Object.fromEntries([...answers].map(([id, value]) => [answerName(id), value])),
  };
}

/** Saves the form, all of it or nothing. Blank fields are removed. */
export async function saveAboutForm(
  app: App,
  accountId: string,
  form: Readonly<Record<string, unknown>>,
): Promise<void> {
  const told = (name: string) => (typeof form[name] === 'string' ? form[name] : '');
  await inTransaction(app, async (app) => {
    await takeFirstSteps(app, accountId, { country: told('country') });
    await changeAbout(app, accountId, {
      website: told('website'),
      relationship: told('relationship'),
      ...(told('country') === '' && { country: '' }),
      city: told('city'),
      hometown: told('hometown'),
      workTitle: told('work_title'),
      workPlace: told('work_place'),
      workUrl: told('work_url'),
      eduSchool: told('edu_school'),
      eduMajor: told('edu_major'),
      eduClass: told('edu_class'),
    });
    await changePersonal(app, accountId, {
      gender: told('gender'),
      phone: told('phone'),
      birthdate: told('birthdate'),
      links: Object.fromEntries(
        networkNames.map((name) => [name, told(`social_${name}`)]),
      ) satisfies Personal['links'],
    });
    const fields = await listFields(app);
    // A box that is not ticked is not sent: of what can be ticked, nothing is an answer too.
    const unticked = fields
      .filter(({ kind }) => kind === 'multipleselectbox')
      .map(({ id }) => [answerName(id), ''] as const);
    const answers = { ...Object.fromEntries(unticked), ...form };
    await saveAnswers(app, accountId, readAnswers(fields, answers));
  });
}
