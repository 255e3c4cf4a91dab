import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Envelope } from '../../platform/http/families/social.ts';
import { OwnUser } from './own-user.ts';

const text = (maxLength: number, description?: string) =>
  Type.String({ maxLength, ...(description !== undefined && { description }) });

/** Apps send what they know of the device as their platform gives it: text, a number, or nothing. */
const known = (maxLength: number) =>
  Type.Optional(Type.Union([text(maxLength), Type.Integer(), Type.Null()]));

const device = { device_os_version: known(100), device_name: known(100) };

export const SignUp = Type.Object({
  username: text(64),
  email: text(300),
  password: text(300),
  first_name: text(200),
  last_name: text(200),
  gender: Type.Union([text(20), Type.Integer()], { description: 'Id of a gender, as text' }),
  device_type: Type.Union([Type.Literal('A'), Type.Literal('I')], { description: 'A: Android, I: iOS' }),
  ...device,
  confirm: Type.Optional(text(300, 'The password once more, where an app asks for it')),
  phone: known(40),
  birthdate: Type.Optional(text(20, 'YYYY-MM-DD; or birth_year, birth_month and birth_day')),
  birth_year: known(4),
  birth_month: known(2),
  birth_day: known(2),
  invitation_code: Type.Optional(text(60, 'Where one joins by invitation')),
  custom_user_group: known(20),
});

export type SignUp = Static<typeof SignUp>;

export const SignIn = Type.Object({
  username_email: text(300),
  password: text(300),
  device_type: known(20),
  ...device,
});

export type SignIn = Static<typeof SignIn>;

/** What signing up and in return: the session's token, to be sent as x-auth-token, and who one is. */
export const SignedIn = Envelope(Type.Object({ token: Type.String(), user: OwnUser }));

const email = text(300);
const resetKey = text(20, 'The code that was mailed');

export const AskForReset = Type.Object({ email });
export const ConfirmReset = Type.Object({ email, reset_key: resetKey });
export const ResetPassword = Type.Object({
  email,
  reset_key: resetKey,
  password: text(300),
  confirm: text(300),
});

export const Activation = Type.Object({ code: text(20, 'The code that was mailed') });
export const CorrectAddress = Type.Object({ email: Type.Optional(email) });

/** What the first steps after sign-up ask; a blank one changes nothing. */
export const FirstSteps = Type.Object({
  country: known(10),
  work_title: known(200),
  work_place: known(200),
  work_url: known(1000),
  city: known(200),
  hometown: known(200),
  edu_major: known(200),
  edu_school: known(200),
  edu_class: known(200),
});
export type FirstSteps = Static<typeof FirstSteps>;
