import { Type } from 'typebox';
import type { AlsoEnd } from '../end-access.ts';

const flag = () => Type.Optional(Type.String({ maxLength: 20 }));

/** Checkboxes of a form that sets a new password. */
export const EndFields = { end_keys: flag(), end_grants: flag(), end_passkeys: flag() };

export const parseEndFields = (body: Readonly<Record<string, unknown>>): AlsoEnd => ({
  keys: Boolean(body.end_keys),
  grants: Boolean(body.end_grants),
  passkeys: Boolean(body.end_passkeys),
});
