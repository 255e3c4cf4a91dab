import { nativeName } from '../../web/translation/languages.ts';
import { t } from '../../web/translation/translate.ts';
import { card } from '../../web/components/surfaces.ts';
import { selectField } from '../../web/components/fields/choice-field.ts';
import { passwordField, textField } from '../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import type { Suppression } from '../../platform/mail/suppressions.ts';
import { settings } from '../components/settings-frame.ts';
import { suppressionNotice } from '../mail/components.ts';
import { endFields } from '../sessions/components.ts';
import type { AlsoEnd } from '../sessions/end-access.ts';
import { currentPasswordField } from './components.ts';
import type { WaitingEmail } from './email.ts';

/** The forms of the page, each with its submitted values and errors. */
export interface CredentialForms {
  username: FormState;
  email: FormState;
  code: FormState;
  password: FormState;
  language: FormState;
}

interface Credentials extends CredentialForms {
  /** The languages in which the operator writes pages. */
  languages: readonly string[];
  /** Access to revoke with a password change, besides sessions. */
  end: AlsoEnd;
  /** A new address that is waiting for its code. */
  waiting: WaitingEmail | undefined;
  /** Why the address gets no email. */
  suppression: Suppression | undefined;
}

/** Email, username and password: the sign-in credentials. */
export const credentialsView = (page: Credentials): View =>
  settings(
    t('Account'),
    '/settings/credentials',
    html`${usernameCard(page)} ${emailCard(page)} ${passwordCard(page)}
    ${page.languages.length > 1 && languageCard(page)}`,
  );

const usernameCard = ({ username }: Credentials): Html =>
  card({
    title: t('Username'),
    lead: t('It is part of your profile URL. Links to the old URL will stop working.'),
    body: form({
      action: '/settings/username',
      state: username,
      submit: t('Change username'),
      body: html`${textField({
        ...bind(username)('username'),
        label: t('Username'),
        hint: t('Letters, digits, dots and underscores. You can change it three times a month.'),
        autocomplete: 'username',
        prefix: '@',
        minlength: 3,
        maxlength: 32,
        required: true,
      })}
      ${currentPasswordField({
        ...bind(username)('current'),
        id: 'username-current',
        label: t('Current password'),
      })}`,
    }),
  });

const emailCard = ({ email, code, waiting, suppression }: Credentials): Html =>
  card({
    title: t('Email'),
    lead: t('Used to sign in and for account emails.'),
    body: html`${suppression && suppressionNotice(suppression)}
    ${
      waiting &&
      form({
        action: '/settings/email/code',
        state: code,
        submit: t('Confirm'),
        body: html`${textField({
          ...bind(code)('code'),
          label: t('Code'),
          hint: html`We sent a code to <b>${waiting.email}</b>. Your email address does not change until you
            enter it.`,
          autocomplete: 'one-time-code',
          inputmode: 'numeric',
          maxlength: 6,
          mono: true,
          required: true,
        })}
        ${
          !waiting.isProven &&
          currentPasswordField({
            ...bind(code)('current'),
            id: 'code-current',
            label: t('Current password'),
          })
        }`,
      })
    }
    ${form({
      action: '/settings/email',
      state: email,
      submit: t('Change email'),
      ...(waiting && { submitKind: 'quiet' as const }),
      body: html`${textField({ ...bind(email)('email'), label: t('Email'), type: 'email', autocomplete: 'email', required: true })}
      ${currentPasswordField({
        ...bind(email)('current'),
        id: 'email-current',
        label: t('Current password'),
      })}`,
    })}`,
  });

const passwordCard = ({ password, end }: Credentials): Html =>
  card({
    title: t('Password'),
    lead: t('This signs out all other browsers and apps.'),
    body: form({
      action: '/settings/password',
      state: password,
      submit: t('Change password'),
      body: html`${passwordField({
        ...bind(password)('password'),
        label: t('New password'),
        hint: t('At least 8 characters.'),
        purpose: 'new',
        minlength: 8,
        required: true,
      })}
      ${currentPasswordField({
        ...bind(password)('current'),
        id: 'password-current',
        label: t('Current password'),
      })}
      ${endFields(end)}`,
    }),
  });

const languageCard = ({ language, languages }: Credentials): Html =>
  card({
    title: t('Language'),
    lead: t('The language of the interface and of emails.'),
    body: form({
      action: '/settings/language',
      state: language,
      submit: t('Save'),
      body: selectField({
        ...bind(language)('language'),
        label: t('Language'),
        empty: t('Same as my browser'),
        choices: languages.map((value) => ({ value, label: nativeName(value) })),
      }),
    }),
  });
