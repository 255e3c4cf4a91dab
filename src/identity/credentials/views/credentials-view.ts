import { card } from '../../../web/components/card.ts';
import { selectField } from '../../../web/components/fields/choice-field.ts';
import { passwordField, textField } from '../../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { AlsoEnd } from '../../sessions/end-access.ts';
import { endFields } from '../../sessions/components/end-fields-view.ts';
import { settings } from '../../components/settings-frame.ts';

/** The forms of the page, each with what was typed and what is wrong with it. */
export interface CredentialForms {
  username: FormState;
  email: FormState;
  code: FormState;
  password: FormState;
  language: FormState;
}

interface Credentials extends CredentialForms {
  /** In which the operator writes. */
  languages: readonly string[];
  /** What the change of password is to end besides sessions. */
  end: AlsoEnd;
  /** An address that waits for the code that went there. */
  waiting: string | undefined;
}

/** What one signs in with, and what one is called. */
export const credentialsView = (page: Credentials): View =>
  settings(
    'Account',
    '/settings/credentials',
    html`${usernameCard(page)} ${emailCard(page)} ${passwordCard(page)}
    ${page.languages.length > 1 && languageCard(page)}`,
  );

const usernameCard = ({ username }: Credentials): Html =>
  card({
    title: 'User name',
    lead: 'Your page has it in its address: links to the old one will lead nowhere.',
    body: form({
      action: '/settings/username',
      state: username,
      submit: 'Change user name',
      body: textField({
        ...bind(username)('username'),
        label: 'User name',
        hint: 'Letters, digits, dots and underscores between them. Three changes a month.',
        autocomplete: 'username',
        prefix: '@',
        minlength: 3,
        maxlength: 32,
        required: true,
      }),
    }),
  });

const emailCard = ({ email, code, waiting }: Credentials): Html =>
  card({
    title: 'Email',
    lead: 'You sign in with it, and mail about your account goes there.',
    body: html`${
      waiting !== undefined &&
      form({
        action: '/settings/email/code',
        state: code,
        submit: 'Confirm',
        body: textField({
          ...bind(code)('code'),
          label: 'Code',
          hint: html`We mailed it to <b>${waiting}</b>. Until you enter it, your address stays as it is.`,
          autocomplete: 'one-time-code',
          inputmode: 'numeric',
          maxlength: 6,
          mono: true,
          required: true,
        }),
      })
    }
    ${form({
      action: '/settings/email',
      state: email,
      submit: 'Change email',
      ...(waiting !== undefined && { submitKind: 'quiet' as const }),
      body: html`${textField({ ...bind(email)('email'), label: 'Email', type: 'email', autocomplete: 'email', required: true })}
      ${passwordField({ ...bind(email)('current'), id: 'email-current', label: 'Current password', purpose: 'current', required: true })}`,
    })}`,
  });

const passwordCard = ({ password, end }: Credentials): Html =>
  card({
    title: 'Password',
    lead: 'All other browsers and apps are signed out.',
    body: form({
      action: '/settings/password',
      state: password,
      submit: 'Change password',
      body: html`${passwordField({
        ...bind(password)('password'),
        label: 'New password',
        hint: 'At least 8 characters.',
        purpose: 'new',
        minlength: 8,
        required: true,
      })}
      ${passwordField({
        ...bind(password)('current'),
        id: 'password-current',
        label: 'Current password',
        purpose: 'current',
        required: true,
      })}
      ${endFields(end)}`,
    }),
  });

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

const languageCard = ({ language, languages }: Credentials): Html =>
  card({
    title: 'Language',
    lead: 'In which you read what the operator wrote in several.',
    body: form({
      action: '/settings/language',
      state: language,
      submit: 'Save',
      body: selectField({
        ...bind(language)('language'),
        label: 'Language',
        empty: 'As my browser asks',
        choices: languages.map((value) => ({ value, label: languageNames.of(value) ?? value })),
      }),
    }),
  });
