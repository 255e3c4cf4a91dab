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
});

export const SignIn = Type.Object({
  username_email: text(300),
  password: text(300),
  device_type: known(20),
  ...device,
});

export type SignIn = Static<typeof SignIn>;

/** What signing up and in return: the session's token, to be sent as x-auth-token, and who one is. */
export const SignedIn = Envelope(Type.Object({ token: Type.String(), user: OwnUser }));
