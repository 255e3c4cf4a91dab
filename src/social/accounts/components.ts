import type { ListOption } from '../../identity/account/people.ts';
import { settings } from '../../identity/components/settings-frame.ts';
import { answerField, type ProfileField } from '../../identity/profile-fields.ts';
import { networkNames, networks, relationships } from '../../identity/profile/profile.ts';
import { t, translateInstalled } from '../../web/translation/translate.ts';
import { card } from '../../web/components/surfaces.ts';
import { selectField } from '../../web/components/fields/choice-field.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { listCountries, relationshipNames } from '../people/about.ts';

interface AboutPage {
  state: FormState;
  genders: readonly ListOption[];
  fields: readonly ProfileField[];
}

/** Profile details beyond the name. */
export const aboutView = (page: AboutPage): View =>
  settings(
    t('About you'),
    '/settings/about',
    form({
      action: '/settings/about',
      state: page.state,
      submit: t('Save'),
      body: html`${yourself(page)} ${places(page.state)} ${work(page.state)} ${education(page.state)}
      ${elsewhere(page.state)}
      ${
        page.fields.length > 0 &&
        card({ title: t('More'), body: html`${page.fields.map((field) => answerField(field, page.state))}` })
      }`,
    }),
  );

const optional = { required: false } as const;

function yourself({ state, genders }: AboutPage): Html {
  const field = bind(state);
  return card({
    title: t('You'),
    lead: html`Choose who can see these under <a class="link" href="/settings/privacy">Privacy</a>.`,
    body: html`${
      genders.length > 0 &&
      selectField({
        ...field('gender'),
        ...optional,
        label: t('Gender'),
        empty: t('Prefer not to say'),
        choices: genders.map(({ id, title }) => ({ value: id, label: translateInstalled(title) })),
      })
    }
    ${textField({ ...field('birthdate'), ...optional, label: t('Date of birth'), type: 'date', autocomplete: 'bday' })}
    ${textField({ ...field('phone'), ...optional, label: t('Phone'), type: 'tel', autocomplete: 'tel', maxlength: 40 })}
    ${selectField({
      ...field('relationship'),
      ...optional,
      label: t('Relationship'),
      empty: t('Prefer not to say'),
      choices: relationships.map((value) => ({ value, label: relationshipNames()[value] })),
    })}
    ${textField({ ...field('website'), ...optional, label: t('Website'), type: 'url', autocomplete: 'url', maxlength: 500 })}`,
  });
}

function places(state: FormState): Html {
  const field = bind(state);
  return card({
    title: t('Current city'),
    body: html`${selectField({
      ...field('country'),
      ...optional,
      label: t('Country'),
      empty: t('None'),
      autocomplete: 'country',
      choices: listCountries().map(({ id, name }) => ({ value: id, label: name })),
    })}
    ${textField({ ...field('city'), ...optional, label: t('City'), autocomplete: 'address-level2', maxlength: 100 })}
    ${textField({ ...field('hometown'), ...optional, label: t('Hometown'), maxlength: 100 })}`,
  });
}

function work(state: FormState): Html {
  const field = bind(state);
  return card({
    title: t('Work'),
    body: html`${textField({
      ...field('work_title'),
      ...optional,
      label: t('Position'),
      autocomplete: 'organization-title',
      maxlength: 100,
    })}
    ${textField({ ...field('work_place'), ...optional, label: t('Company'), autocomplete: 'organization', maxlength: 100 })}
    ${textField({ ...field('work_url'), ...optional, label: t('Company website'), type: 'url', maxlength: 500 })}`,
  });
}

function education(state: FormState): Html {
  const field = bind(state);
  return card({
    title: t('Education'),
    body: html`${textField({ ...field('edu_school'), ...optional, label: t('School'), maxlength: 100 })}
    ${textField({ ...field('edu_major'), ...optional, label: t('Subject'), maxlength: 100 })}
    ${textField({ ...field('edu_class'), ...optional, label: t('Class'), maxlength: 100 })}`,
  });
}

const elsewhere = (state: FormState): Html =>
  card({
    title: t('Elsewhere'),
    lead: t('Your profiles on other networks.'),
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
