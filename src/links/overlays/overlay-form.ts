import { Type } from 'typebox';

const field = Type.Optional(Type.String({ maxLength: 10_000 }));

/** The form in which an overlay is made or changed; each kind sends some of it. A box that is not ticked is not sent. */
export const OverlayForm = Type.Object({
  name: field,
  corner: field,
  dismissible: field,
  own_colors: field,
  background: field,
  accent: field,
  title: field,
  text: field,
  button: field,
  url: field,
  picture_address: field,
  picture_text: field,
  code: field,
  choices: field,
  results: field,
  consent: field,
  thanks: field,
  mails: field,
  retention_days: field,
});
