import { t } from '../../kernel/translation/translate.ts';
import { changeAbout } from '../../identity/profile/change-about.ts';
import type { App } from '../../platform/app.ts';
import { listCountries } from '../people/profiles/list-countries.ts';
import { invalid } from '../../kernel/problem.ts';

/** Fields of the onboarding steps, under their API names. Blank or null means no answer. */
type Steps = Partial<Record<string, string | number | null>>;

export async function saveFirstSteps(app: App, accountId: string, steps: Steps): Promise<void> {
  const field = (name: string) => {
    const text = steps[name]?.toString().trim();
    return text === undefined || text === '' || text === 'none' ? undefined : text;
  };
  const country = field('country');
  if (country !== undefined && !listCountries().some(({ id }) => id === country))
    throw invalid('country', t('Choose a country'));
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
}
