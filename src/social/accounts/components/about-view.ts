import { networkNames, networks } from '../../../identity/profile/change-personal.ts';
import { relationships } from '../../../identity/profile/change-about.ts';
import type { ProfileField } from '../../../identity/profile-fields/profile-field.ts';
import type { Titled } from '../../../identity/account/titled-lists.ts';
import { answerField } from '../../../identity/profile-fields/components/answer-field.ts';
import { settings } from '../../../identity/components/settings-frame.ts';
import { card } from '../../../web/components/card.ts';
import { selectField } from '../../../web/components/fields/choice-field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { listCountries } from '../../people/profiles/list-countries.ts';
import { relationshipNames } from '../../people/profiles/relationship-names.ts';

interface AboutPage {
  state: FormState;
  genders: readonly Titled[];
  fields: readonly ProfileField[];
}

/** What one tells of oneself beyond the name. */
export const aboutView = (page: AboutPage): View =>
  settings(
    'About you',
    '/settings/about',
    form({
      action: '/settings/about',
      state: page.state,
      submit: 'Save',
      body: html`${yourself(page)} ${places(page.state)} ${work(page.state)} ${education(page.state)}
      ${elsewhere(page.state)}
      ${
        page.fields.length > 0 &&
        card({ title: 'More', body: html`${page.fields.map((field) => answerField(field, page.state))}` })
      }`,
    }),
  );

const optional = { required: false } as const;

function yourself({ state, genders }: AboutPage): Html {
  const field = bind(state);
  return card({
    title: 'You',
    lead: html`Choose who can see these under <a class="link" href="/settings/privacy">Privacy</a>.`,
    body: html`${
      genders.length > 0 &&
      selectField({
        ...field('gender'),
        ...optional,
        label: 'Gender',
        empty: 'Prefer not to say',
        choices: genders.map(({ id, title }) => ({ value: id, label: title })),
      })
    }
    ${textField({ ...field('birthdate'), ...optional, label: 'Date of birth', type: 'date', autocomplete: 'bday' })}
    ${textField({ ...field('phone'), ...optional, label: 'Phone', type: 'tel', autocomplete: 'tel', maxlength: 40 })}
    ${selectField({
      ...field('relationship'),
      ...optional,
      label: 'Relationship',
      empty: 'Prefer not to say',
      choices: relationships.map((value) => ({ value, label: relationshipNames[value] })),
    })}
    ${textField({ ...field('website'), ...optional, label: 'Website', type: 'url', autocomplete: 'url', maxlength: 500 })}`,
  });
}

export function places(state: FormState): Html {
  const field = bind(state);
  return card({
    title: 'Current city',
    body: html`${selectField({
      ...field('country'),
      ...optional,
      label: 'Country',
      empty: 'None',
      autocomplete: 'country',
      choices: listCountries().map(({ id, name }) => ({ value: id, label: name })),
    })}
    ${textField({ ...field('city'), ...optional, label: 'City', autocomplete: 'address-level2', maxlength: 100 })}
    ${textField({ ...field('hometown'), ...optional, label: 'Home town', maxlength: 100 })}`,
  });
}

export function work(state: FormState): Html {
  const field = bind(state);
  return card({
    title: 'Work',
    body: html`${textField({
      ...field('work_title'),
      ...optional,
      label: 'Position',
      autocomplete: 'organization-title',
      maxlength: 100,
    })}
    ${textField({ ...field('work_place'), ...optional, label: 'Where', autocomplete: 'organization', maxlength: 100 })}
    ${textField({ ...field('work_url'), ...optional, label: 'Company website', type: 'url', maxlength: 500 })}`,
  });
}

function education(state: FormState): Html {
  const field = bind(state);
  return card({
    title: 'Education',
    body: html`${textField({ ...field('edu_school'), ...optional, label: 'School', maxlength: 100 })}
    ${textField({ ...field('edu_major'), ...optional, label: 'Subject', maxlength: 100 })}
    ${textField({ ...field('edu_class'), ...optional, label: 'Class', maxlength: 100 })}`,
  });
}

const elsewhere = (state: FormState): Html =>
  card({
    title: 'Elsewhere',
    lead: 'Your profiles on other networks.',
    body: html`${networkNames.map((name) =>
      textField({
        ...bind(state)(`social_${name}`),
        ...optional,
        label: networks[name],
        type: 'url',
        maxlength: 500,
      }),
    )}`,
  });
