import { msg, t } from './translate.ts';

/** Texts of the lists that migrations insert. Operators can change them and add to them. */
const installed = new Map(
  [
    msg('Member'),
    msg('Moderator'),
    msg('Operator'),
    msg('Male'),
    msg('Female'),
    msg('Other'),
    msg('Spam'),
    msg('Unwanted advertising or repeated messages'),
    msg('Harassment'),
    msg('Insults, threats or stalking'),
    msg('Inappropriate'),
    msg('Sexual or shocking content without a content warning'),
    msg('Violence'),
    msg('Threatens, promotes or glorifies violence'),
    msg('Copyright'),
    msg('Uses someone else’s work without permission'),
    msg('False information'),
    msg('Misleading claims that could cause harm'),
    msg('Something else'),
    msg('Does not fit the other reasons'),
  ].map((message) => [message.source, message]),
);

/**
 * Translates a stored text if it is one of the preinstalled texts. Returns texts written by operators
 * unchanged.
 */
export function translateInstalled(text: string): string {
  const message = installed.get(text);
  return message ? t(message) : text;
}
