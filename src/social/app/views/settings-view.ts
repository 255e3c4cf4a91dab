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
        title: 'The place',
        body: html`${textField({ ...field('name'), label: 'Name of the network', maxlength: 60, required: true })}
        ${textField({ ...field('description'), label: 'What it is, in a sentence', maxlength: 300 })}
        ${textField({
          ...field('languages'),
          label: 'Languages of your pages',
          hint: 'Codes with commas between: en, pt-BR. The first one is that of the place.',
        })}`,
      })}
      ${card({
        title: 'Joining',
        body: html`${radioGroup({
          ...field('registration'),
          label: 'Who may join',
          choices: [
            { value: 'open', label: 'Everybody' },
            { value: 'invitation', label: 'Whoever a member invites' },
            { value: 'closed', label: 'Nobody' },
          ],
        })}
        ${switchField({
          name: 'activation',
          label: 'New members confirm their email address first',
          hint: 'Until then they can read, and not write.',
          checked: isOn('activation'),
        })}
        ${textField({
          ...field('minimumAge'),
          label: 'Youngest age to join',
          hint: '0 asks nobody for a date of birth.',
          type: 'number',
          min: 0,
          max: 99,
          suffix: 'years',
        })}
        ${switchField({ name: 'genders', label: 'Ask for a gender', checked: isOn('genders') })}
        ${switchField({
          name: 'chooseGroup',
          label: 'Newcomers choose one of the user groups',
          checked: isOn('chooseGroup'),
        })}`,
      })}`,
    }),
  );
}
