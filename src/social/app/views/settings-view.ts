import { operator } from '../../../identity/components/operator-frame.ts';
import { card } from '../../../web/components/card.ts';
import { radioGroup, switchField } from '../../../web/components/fields/choice-field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { SiteSettings } from '../../../platform/settings/site-settings.ts';

/** What the operator decides while the service runs. */
export function settingsView(settings: SiteSettings, state: FormState): View {
  const isAgain = state.values !== undefined;
  const values = state.values ?? {
    ...settings,
    minimumAge: String(settings.minimumAge),
    languages: settings.languages.join(', '),
    activation: undefined,
    genders: undefined,
    chooseGroup: undefined,
  };
  const field = bind({ ...state, values });
  const isOn = (name: 'activation' | 'genders' | 'chooseGroup') =>
    isAgain ? values[name] === 'on' : settings[name];
  return operator(
    'Settings',
    '/operator/settings',
    form({
      action: '/operator/settings',
      state,
      submit: 'Save',
      body: html`${card({
        title: 'Site',
        body: html`${textField({ ...field('name'), label: 'Name of the network', maxlength: 60, required: true })}
        ${textField({ ...field('description'), label: 'Tagline', maxlength: 300 })}
        ${textField({
          ...field('languages'),
          label: 'Page languages',
          hint: 'Language codes separated by commas, such as en, pt-BR. The first is the default.',
        })}`,
      })}
      ${card({
        title: 'Joining',
        body: html`${radioGroup({
          ...field('registration'),
          label: 'Registration',
          choices: [
            { value: 'open', label: 'Everyone' },
            { value: 'invitation', label: 'By invitation' },
            { value: 'closed', label: 'Nobody' },
          ],
        })}
        ${switchField({
          name: 'activation',
          label: 'Require email confirmation',
          hint: 'Until then, they can read but not post.',
          checked: isOn('activation'),
        })}
        ${textField({
          ...field('minimumAge'),
          label: 'Minimum age',
          hint: '0 to not ask for a date of birth.',
          type: 'number',
          min: 0,
          max: 99,
          suffix: 'years',
        })}
        ${switchField({ name: 'genders', label: 'Ask for gender', checked: isOn('genders') })}
        ${switchField({
          name: 'chooseGroup',
          label: 'Ask for a user group',
          checked: isOn('chooseGroup'),
        })}`,
      })}`,
    }),
  );
}
