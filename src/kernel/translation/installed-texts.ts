import { msg, t } from './translate.ts';

/** Texts of lists that an installation begins with, as migrations insert them. Operators may change and add to them. */
const installed = new Map(
  [
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
    msg('Calls for violence, praises it or shows it'),
    msg('Copyright'),
    msg('Somebody else’s work without permission'),
    msg('False information'),
    msg('Meant to mislead, and likely to do harm'),
    msg('Something else'),
    msg('Describe it below'),
  ].map((message) => [message.source, message]),
);

/** A stored text in the reader's language where it is one of ours, and as the operator wrote it otherwise. */
export function translateInstalled(text: string): string {
  const message = installed.get(text);
  return message ? t(message) : text;
}
