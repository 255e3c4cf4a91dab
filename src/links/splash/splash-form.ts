import { Type } from 'typebox';

const field = Type.Optional(Type.String({ maxLength: 10_000 }));

/** The form in which a splash page is made or changed. A box that is not ticked is not sent at all. */
export const SplashForm = Type.Object({
  name: field,
  title: field,
  message: field,
  banner_address: field,
  remove_banner: field,
  avatar_address: field,
  remove_avatar: field,
  button: field,
  url: field,
  seconds: field,
  own_colors: field,
  background: field,
  accent: field,
});
