import { Type } from 'typebox';

const field = Type.Optional(Type.String({ maxLength: 10_000 }));

/** The form that creates or updates a splash page. Browsers do not send unchecked boxes. */
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
