import { Type } from 'typebox';

const field = Type.Optional(Type.String({ maxLength: 10_000 }));

/**
 * The form that creates or updates an overlay. Each kind sends a subset of the fields, and browsers do not
 * send unchecked boxes.
 */
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
