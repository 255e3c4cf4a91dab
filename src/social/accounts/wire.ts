import { Type } from 'typebox';
import type { Static } from 'typebox';
import { withAnswers } from '../../identity/profile-fields.ts';
import { Envelope } from '../../platform/http/families/social.ts';
import type { Challenge, ChallengeAnswer } from '../../identity/second-factor/challenge.ts';
import { OwnUser } from './records.ts';

const text = (maxLength: number, description?: string) =>
  Type.String({ maxLength, ...(description !== undefined && { description }) });

/** A device property as the app's platform reports it: text, a number, or nothing. */
const known = (maxLength: number) =>
  Type.Optional(Type.Union([text(maxLength), Type.Integer(), Type.Null()]));

const device = { device_os_version: known(100), device_name: known(100) };

export const SignUp = Type.Object(
  {
    username: text(64),
    email: text(300),
    password: text(300),
    first_name: text(200),
    last_name: text(200),
    gender: Type.Union([text(20), Type.Integer()], {
      description: 'ID of a gender, as text. May be omitted if genders_disabled is "1".',
    }),
    device_type: Type.Enum(['A', 'I', 'W'], { description: 'A: Android, I: iOS, W: web' }),
    ...device,
    confirm: Type.Optional(text(300, 'The password again, if the app asks for it')),
    phone: known(40),
    birthdate: Type.Optional(text(20, 'YYYY-MM-DD; or birth_year, birth_month and birth_day')),
    birth_year: known(4),
    birth_month: known(2),
    birth_day: known(2),
    invitation_code: Type.Optional(text(60, 'Required if registration is by invitation')),
    registration_answer: Type.Optional(
      text(8000, 'Extension. The answer to the operator’s question, required if registrations are approved'),
    ),
    custom_user_group: known(20),
  },
  withAnswers,
);

export type SignUp = Static<typeof SignUp>;

export const SignIn = Type.Object(
  {
    username_email: text(300),
    password: text(300),
    device_type: known(20),
    ...device,
  },
  { title: 'SignIn' },
);

export type SignIn = Static<typeof SignIn>;

/**
 * The response to sign-up and sign-in: the session token to send as x-auth-token, and the signed-in person.
 */
export const SignedIn = Envelope(Type.Object({ token: Type.String(), user: OwnUser }), 'SignedIn');

/** Names of the two-factor methods in this API. */
const methodNames = { app: 'google', email: 'email' } as const;

const Challenged = Type.Object({
  '2FA': Type.Literal(true),
  user_id: Type.String(),
  two_factor_key: Type.String({ description: 'Handle of this sign-in for the second request; not a code' }),
  method: Type.Enum(Object.values(methodNames), { description: 'google: a code from an authenticator app' }),
});

export const SignedInOrChallenged = Envelope(
  Type.Union([Type.Object({ token: Type.String(), user: OwnUser }), Challenged]),
  'SignedInOrChallenged',
);

export const toChallengeRecord = ({ accountId, handle, method }: Challenge): Static<typeof Challenged> => ({
  '2FA': true,
  user_id: accountId,
  two_factor_key: handle,
  method: methodNames[method],
});

export const TwoFactors = Type.Object(
  {
    user_id: Type.Union([text(20), Type.Integer()]),
    two_factor_key: text(200, 'The code, or the two_factor_key returned by signin'),
    code: Type.Optional(text(60, 'The code, if two_factor_key is the one returned by signin')),
    device_type: known(20),
    ...device,
  },
  { title: 'TwoFactors' },
);

/** Accepts both forms of the second request: the code alone, or the handle and the code. */
export function toChallengeAnswer({
  user_id,
  two_factor_key,
  code,
}: Static<typeof TwoFactors>): ChallengeAnswer {
  const accountId = /^\d{1,18}$/.test(String(user_id)) ? String(user_id) : '0';
  return code === undefined || code === ''
    ? { accountId, code: two_factor_key }
    : { accountId, handle: two_factor_key, code };
}

const email = text(300);
const resetKey = text(20, 'The code from the email');

export const RequestReset = Type.Object({ email });
export const ConfirmReset = Type.Object({ email, reset_key: resetKey });
export const ResetPassword = Type.Object(
  {
    email,
    reset_key: resetKey,
    password: text(300),
    confirm: text(300),
    end_keys: Type.Optional(Type.Boolean({ description: 'Revoke all API keys' })),
    end_grants: Type.Optional(Type.Boolean({ description: 'Sign out of all connected apps and agents' })),
    end_passkeys: Type.Optional(
      Type.Boolean({ description: 'Remove all passkeys, and disconnect all sign-in providers' }),
    ),
  },
  { title: 'ResetPassword' },
);

export const Activation = Type.Object({ code: text(20, 'The code from the email') });
export const CorrectAddress = Type.Object({ email: Type.Optional(email) });

/** Fields of the onboarding steps. A blank field changes nothing. */
export const FirstStepsBody = Type.Object(
  {
    country: known(10),
    work_title: known(200),
    work_place: known(200),
    work_url: known(1000),
    city: known(200),
    hometown: known(200),
    edu_major: known(200),
    edu_school: known(200),
    edu_class: known(200),
  },
  { title: 'FirstSteps' },
);
export type FirstStepsBody = Static<typeof FirstStepsBody>;

export const DeleteAccount = Type.Object({ password: text(300) });
export const Deleted = Type.Object({
  deleted_at: Type.String({ description: 'When the account will be deleted' }),
});
