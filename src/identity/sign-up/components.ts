import { Type, type Static } from 'typebox';
import { t, translateInstalled } from '../../web/translation/translate.ts';
import { selectField } from '../../web/components/fields/choice-field.ts';
import { passwordField, textArea, textField } from '../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../web/form.ts';
import { html, type Html } from '../../web/html.ts';
import type { ListOption } from '../account/people.ts';
import { shortestPassword } from '../credentials/password.ts';
import { answerField } from '../profile-fields.ts';
import type { NewAccount, SignUpFields } from './sign-up.ts';

const text = (maxLength = 300) => Type.String({ maxLength });

/** Fields of a form for a new account besides the password. */
export const NewcomerFields = {
  name: text(),
  username: Type.String({ maxLength: 300, default: '' }),
  email: text(),
  gender: Type.Optional(text(20)),
  birthdate: Type.Optional(text(20)),
  custom_user_group: Type.Optional(text(20)),
  invitation_code: Type.Optional(text(60)),
  registration_answer: Type.Optional(text(8000)),
  next: Type.Optional(text(8000)),
};

type Newcomer = Static<ReturnType<typeof Type.Object<typeof NewcomerFields>>>;

/** What a person entered in `registerForm`. */
export const parseNewcomer = (body: Newcomer): Omit<NewAccount, 'password'> => ({
  username: body.username,
  email: body.email,
  gender: body.gender,
  ...splitName(body.name),
  nameField: 'name',
  born: { birthdate: body.birthdate },
  userGroupId: body.custom_user_group,
  invitationCode: body.invitation_code,
  registrationAnswer: body.registration_answer,
  answers: body,
});

/**
 * Splits at the first space: the first word is how a person is addressed, and lists are sorted by the rest.
 */
function splitName(typed: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = typed.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}

interface RegisterForm extends SignUpFields {
  next: string;
  /** For a person who signs in with a provider: where the form goes, and the address that it has verified. */
  provider?: { action: string; email: string | undefined };
}

/** The form for a new account. */
export function registerForm(state: FormState, asked: RegisterForm): Html {
  const field = bind(state);
  const { provider } = asked;
  return form({
    action: provider?.action ?? '/signup',
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
      ${
        provider?.email === undefined &&
        textField({
          ...field('email'),
          label: t('Email'),
          type: 'email',
          autocomplete: 'email',
          required: true,
        })
      }
      ${
        !provider &&
        passwordField({
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
        })
      }
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
