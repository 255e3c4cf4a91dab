import { button, iconButton, linkButton, copyButton, copyField } from '../components/controls.ts';
import {
  checkbox,
  checkboxGroup,
  radioGroup,
  selectField,
  switchField,
} from '../components/fields/choice-field.ts';
import { fileField } from '../components/fields/file-field.ts';
import { passwordField, textArea, textField } from '../components/fields/text-field.ts';
import { bind, form } from '../form.ts';
import { html, trusted, type Html } from '../html.ts';
import type { SpecimenGroup } from './foundations.ts';

const refused = {
  values: { email: 'ada@example', username: 'ada lovelace' },
  errors: {
    email: 'Enter an email address with a domain, such as ada@example.org.',
    username: 'Usernames have letters, digits and _ only.',
    password: 'Choose a password of at least 10 characters.',
  },
};

const countries = [
  { value: 'pt', label: 'Portugal' },
  { value: 'it', label: 'Italy' },
  { value: 'gr', label: 'Greece' },
];

const readers = [
  { value: 'public', label: 'Public', hint: 'Anyone, including machines that pay for reading' },
  { value: 'friends', label: 'Friends', hint: 'Only your friends' },
];

export function controls(): SpecimenGroup {
  const bound = bind(refused);
  return {
    id: 'controls',
    title: 'Buttons and forms',
    specimens: [
      {
        name: 'button(), linkButton()',
        what: 'one primary button per view',
        shown: html`<div class="button-row">
            ${button({ label: 'Save changes', kind: 'primary', type: 'button' })}
            ${button({ label: 'Cancel', type: 'button' })}
            ${button({ label: 'Delete link', kind: 'danger', icon: 'trash-2', type: 'button' })}
            ${button({ label: 'Not now', kind: 'plain', type: 'button' })}
            ${linkButton({ label: 'A link', href: '#controls', icon: 'arrow-up-right' })}
          </div>
          <div class="button-row">
            ${button({ label: 'New link', kind: 'primary', icon: 'plus', small: true, type: 'button' })}
            ${button({ label: 'Follow', icon: 'user-plus', small: true, type: 'button' })}
            ${button({ label: 'Disabled', disabled: true, type: 'button' })}
            ${button({ label: 'Saving', kind: 'primary', type: 'button', data: { 'aria-busy': 'true' } })}
            ${iconButton({ icon: 'pencil', label: 'Edit', type: 'button' })}
            ${iconButton({ icon: 'trash-2', label: 'Delete', kind: 'danger', type: 'button' })}
            ${copyButton('copied from the style page')}
          </div>`,
      },
      {
        name: 'form(), textField(), passwordField()',
        what: 'labels above, hints between, optional fields marked',
        shown: form({
          action: '#controls',
          submit: 'Create account',
          cancel: { label: 'Cancel', href: '#controls' },
          body: html`<div class="form-row">
              ${textField({ name: 'first', label: 'First name', autocomplete: 'given-name' })}
              ${textField({ name: 'last', label: 'Last name', autocomplete: 'family-name', required: false })}
            </div>
            ${textField({
              name: 'mail',
              label: 'Email',
              type: 'email',
              autocomplete: 'email',
              hint: 'For signing in. Nobody else sees it.',
            })}
            ${passwordField({ name: 'secret', label: 'Password', purpose: 'new', hint: 'At least 10 characters.' })}
            ${textField({ name: 'alias', label: 'Short link', prefix: 'hop.example/', mono: true, placeholder: 'summer' })}
            ${textField({ name: 'expiry', label: 'Expires', type: 'datetime-local', required: false })}`,
        }),
      },
      {
        name: 'form({ state }), errorSummary()',
        what: 'rejected: a summary that takes focus, with links to the fields',
        shown: withoutFocus(
          form({
            action: '#controls',
            submit: 'Create account',
            state: refused,
            body: html`${textField({ ...bound('email'), label: 'Email', type: 'email' })}
            ${textField({ ...bound('username'), label: 'Username', prefix: '@', mono: true })}
            ${passwordField({ ...bound('password'), label: 'Password', purpose: 'new' })}`,
          }),
        ),
      },
      {
        name: 'selectField(), radioGroup(), checkbox(), switchField()',
        what: 'choices',
        shown: form({
          action: '#controls',
          submit: 'Save',
          submitKind: 'quiet',
          body: html`${selectField({ name: 'country', label: 'Country', choices: countries, empty: 'Choose a country' })}
          ${radioGroup({ name: 'readers', label: 'Audience', choices: readers, value: 'public' })}
          ${radioGroup({
            name: 'redirect',
            label: 'Redirect',
            inline: true,
            value: '302',
            choices: [
              { value: '302', label: '302 found' },
              { value: '301', label: '301 moved' },
              { value: '308', label: '308', disabled: true },
            ],
          })}
          ${checkboxGroup({
            name: 'news',
            label: 'Email me about',
            inline: true,
            values: ['replies'],
            choices: [
              { value: 'replies', label: 'Replies' },
              { value: 'follows', label: 'Followers' },
            ],
          })}
          ${checkbox({ name: 'terms', label: 'I read the house rules', error: 'They are short. Please do.' })}
          ${switchField({
            name: 'paid',
            label: 'Sell my public posts to machines',
            hint: 'Agents pay 0.002 USDC per call; people read for free.',
            checked: true,
          })}
          ${switchField({ name: 'mails', label: 'Email me once a week' })}`,
        }),
      },
      {
        name: 'textArea(), fileField()',
        what: 'grows with its text, counts characters, accepts dropped pictures',
        shown: form({
          action: '#controls',
          submit: 'Save',
          submitKind: 'quiet',
          upload: true,
          body: html`${textArea({
            name: 'about',
            label: 'About you',
            maxlength: 160,
            value:
              'I keep the lighthouse at the end of the pier, and write down what the sea brings in: mostly wood, sometimes letters, once a chair.',
          })}
          ${fileField({ name: 'picture', label: 'Picture', accept: 'image/png,image/jpeg', hint: 'PNG or JPEG, at most 5 MB.' })}`,
        }),
      },
      {
        name: 'copyField()',
        what: 'a value to copy',
        shown: copyField({ label: 'API key', text: 'hop_live_8sJ2kQ0vXr5TtY7bN1mZ' }),
      },
    ],
  };
}

// A rejected form takes the focus, which would make the style guide scroll.
function withoutFocus(form: Html): Html {
  return trusted(form.text.replace(' autofocus', ''));
}
