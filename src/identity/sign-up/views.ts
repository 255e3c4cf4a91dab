import { t, translateInstalled } from '../../web/translation/translate.ts';
import { selectField } from '../../web/components/fields/choice-field.ts';
import { passwordField, textArea, textField } from '../../web/components/fields/text-field.ts';
import { notice } from '../../web/components/notice.ts';
import { bind, form, type FormState } from '../../web/form.ts';
import { html, type Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import type { ListOption } from '../account/people.ts';
import { shortestPassword } from '../credentials/password.ts';
import { answerField } from '../profile-fields.ts';
import type { SignUpFields } from './sign-up.ts';

/** `next` is where to redirect afterwards: a path of this site. */
export function registerView(state: FormState, asked: SignUpFields & { next: string }): View {
  const isClosed = asked.registration === 'closed' && !asked.isFirst;
  return {
    title: t('Create account'),
    shape: 'plain',
    body: html`<h1>Create account</h1>
      ${
        isClosed
          ? notice({
              tone: 'warning',
              title: t('Registration is closed'),
              body: t('New accounts are not accepted at the moment.'),
            })
          : html`<p class="lead">
                ${
                  asked.isFirst
                    ? t('This is the first account, so it becomes the operator.')
                    : t('One account for the network and its short links.')
                }
              </p>
              ${registerForm(state, asked)}`
      }
      <p class="plain-more">Already have an account? <a href="/signin">Sign in</a></p>`,
  };
}

function registerForm(state: FormState, asked: SignUpFields & { next: string }): Html {
  const field = bind(state);
  return form({
    action: '/signup',
    state,
    submit: t('Create account'),
    busyLabel: t('Creating account'),
    wide: true,
    body: html`${
        asked.registration === 'invitation' &&
        !asked.isFirst &&
        textField({
          ...field('invitation_code'),
          label: t('Invitation'),
          hint: t('The code a member sent you.'),
          mono: true,
          required: true,
        })
      }
      ${textField({
        ...field('name'),
        label: t('Name'),
        hint: t('How others see you.'),
        autocomplete: 'name',
        maxlength: 128,
        autofocus: state.errors === undefined,
        required: true,
      })}
      <div
        data-controller="availability"
        data-availability-address-value="/signup/username"
        data-availability-from-value="name"
      >
        ${textField({
          ...field('username'),
          label: t('Username'),
          hint: t('Letters, digits, dots and underscores. Public. Leave empty to get one from your name.'),
          autocomplete: 'username',
          prefix: '@',
          minlength: 3,
          maxlength: 32,
          data: { 'data-availability-target': 'input' },
        })}
        <p class="availability" role="status" data-availability-target="output"></p>
      </div>
      ${textField({ ...field('email'), label: t('Email'), type: 'email', autocomplete: 'email', required: true })}
      ${passwordField({
        ...field('password'),
        label: t('Password'),
        hint: t(
          'At least {shortestPassword} characters. A long passphrase is stronger than a short, complex password.',
          {
            shortestPassword,
          },
        ),
        purpose: 'new',
        minlength: shortestPassword,
        required: true,
      })}
      ${
        asked.minimumAge > 0 &&
        textField({
          ...field('birthdate'),
          label: t('Date of birth'),
          hint: t('You must be at least {minimumAge} years old to join. Only you can see it.', {
            minimumAge: asked.minimumAge,
          }),
          type: 'date',
          autocomplete: 'bday',
          required: true,
        })
      }
      ${chosen(field('gender'), t('Gender'), asked.genders)}
      ${chosen(field('custom_user_group'), t('Group'), asked.groups)}
      ${
        asked.registration === 'approval' &&
        !asked.isFirst &&
        asked.question !== '' &&
        textArea({
          ...field('registration_answer'),
          label: asked.question,
          hint: t('Operators read your answer and approve your registration.'),
          rows: 3,
          maxlength: 1000,
          required: true,
        })
      }
      ${asked.fields.map((each) => answerField(each, state))}
      <input type="hidden" name="next" value="${asked.next}" />`,
  });
}

const chosen = (
  field: { name: string; value: string | undefined; error: string | undefined },
  label: string,
  entries: readonly ListOption[],
): Html | false =>
  entries.length > 0 &&
  selectField({
    ...field,
    label,
    required: false,
    empty: t('Prefer not to say'),
    choices: entries.map(({ id, title }) => ({ value: id, label: translateInstalled(title) })),
  });
