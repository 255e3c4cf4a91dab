import { t } from '../../kernel/translation/translate.ts';
import { changeAbout } from '../../identity/profile/change-about.ts';
import type { App } from '../../platform/app.ts';
import { listCountries } from '../people/profiles/list-countries.ts';
import { invalid } from '../../kernel/problem.ts';

/** What the first steps after sign-up ask, in the words of the API. Blank or null: nothing is said. */
type Steps = Partial<Record<string, string | number | null>>;

export async function takeFirstSteps(app: App, accountId: string, steps: Steps): Promise<void> {
  const told = (name: string) => {
    const text = steps[name]?.toString().trim();
    return text === undefined || text === '' || text === 'none' ? undefined : text;
  };
  const country = told('country');
  if (country !== undefined && !listCountries().some(({ id }) => id === country))
    throw invalid('country', t('Choose a country'));
  await changeAbout(app, accountId, {
    country,
    workTitle: told('work_title'),
    workPlace: told('work_place'),
    workUrl: told('work_url'),
    city: told('city'),
    hometown: told('hometown'),
    eduMajor: told('edu_major'),
    eduSchool: told('edu_school'),
    eduClass: told('edu_class'),
  });
}
