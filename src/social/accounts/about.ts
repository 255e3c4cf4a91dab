import { sql } from 'kysely';
import {
  answerName,
  getStoredAnswers,
  listFields,
  parseAnswers,
  saveAnswers,
} from '../../identity/profile-fields.ts';
import {
  changeAbout,
  changePersonal,
  getAbout,
  networkNames,
  type Personal,
  toSocialLinks,
} from '../../identity/profile/profile.ts';
import { invalid, msg } from '../../kernel/problem.ts';
import { type App, verb, inTransaction } from '../../platform/app.ts';
import { listCountries } from '../people/about.ts';

/** Fields of the About form, under their API names. */
type AboutForm = Record<string, string>;

export async function getAboutForm(app: App, accountId: string): Promise<AboutForm> {
  const about = await getAbout(app, accountId);
  const row = await app.db
    .selectFrom('identity.account')
    .select(['gender', 'phone', 'social_links', sql<string | null>`birthdate::text`.as('birthdate')])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const links = toSocialLinks(row.social_links);
  const answers = await getStoredAnswers(app, accountId);
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

/** Saves the whole form or nothing. Blank fields are cleared. */
export const saveAboutForm = verb(
  { name: 'accounts.about', who: 'member' },
  async (app: App, accountId: string, form: Readonly<Record<string, unknown>>): Promise<void> => {
    const field = (name: string) => (typeof form[name] === 'string' ? form[name] : '');
    await inTransaction(app, async (app) => {
      await saveFirstSteps(app, accountId, { country: field('country') });
      await changeAbout(app, accountId, {
        website: field('website'),
        relationship: field('relationship'),
        ...(field('country') === '' && { country: '' }),
        city: field('city'),
        hometown: field('hometown'),
        workTitle: field('work_title'),
        workPlace: field('work_place'),
        workUrl: field('work_url'),
        eduSchool: field('edu_school'),
        eduMajor: field('edu_major'),
        eduClass: field('edu_class'),
      });
      await changePersonal(app, accountId, {
        gender: field('gender'),
        phone: field('phone'),
        birthdate: field('birthdate'),
        links: Object.fromEntries(
          networkNames.map((name) => [name, field(`social_${name}`)]),
        ) satisfies Personal['links'],
      });
      const fields = await listFields(app);
      // Browsers do not send unchecked boxes, so a missing checkbox field counts as an empty answer.
      const unticked = fields
        .filter(({ kind }) => kind === 'multipleselectbox')
        .map(({ id }) => [answerName(id), ''] as const);
      const answers = { ...Object.fromEntries(unticked), ...form };
      await saveAnswers(app, accountId, parseAnswers(fields, answers));
    });
  },
);

/** Fields of the onboarding steps, under their API names. Blank or null means no answer. */
type Steps = Partial<Record<string, string | number | null>>;

export const saveFirstSteps = verb(
  { name: 'accounts.first-steps', who: 'member' },
  async (app: App, accountId: string, steps: Steps): Promise<void> => {
    const field = (name: string) => {
      const text = steps[name]?.toString().trim();
      return text === undefined || text === '' || text === 'none' ? undefined : text;
    };
    const country = field('country');
    if (country !== undefined && !listCountries().some(({ id }) => id === country))
      throw invalid('country', msg('Choose a country'));
    await changeAbout(app, accountId, {
      country,
      workTitle: field('work_title'),
      workPlace: field('work_place'),
      workUrl: field('work_url'),
      city: field('city'),
      hometown: field('hometown'),
      eduMajor: field('edu_major'),
      eduSchool: field('edu_school'),
      eduClass: field('edu_class'),
    });
  },
);
