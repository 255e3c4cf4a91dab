import { t } from '../../../kernel/translation/translate.ts';
import { notifyOperators } from '../../../identity/operators/operators.ts';
import { invalid } from '../../../kernel/problem.ts';
import { lengthOf } from '../../../kernel/text.ts';
import type { App } from '../../../platform/app.ts';
import { findAnyLink } from './find-any-link.ts';
import { followedAddress } from './moderated-link.ts';

interface Appeal {
  link: string;
  message: string;
  contact: string;
}

/** Submits an appeal to the operators against a suspended or held link. */
export async function appeal(app: App, given: Appeal): Promise<void> {
  const [message, contact] = [given.message.trim(), given.contact.trim()];
  if (message === '') throw invalid('message', t('Explain why this is a mistake'));
  if (lengthOf(message) > 4000) throw invalid('message', t('Use at most 4,000 characters'));
  if (!/^[^\s@]{1,64}@[^\s@]{1,189}$/.test(contact)) throw invalid('contact', t('Enter your email address'));
  const link = await findAnyLink(app, given.link);
  if (!link || (!link.suspendedAt && !link.heldAt))
    throw invalid('link', t('No suspended or held link has this URL'));
  const address = followedAddress(app.config, link);
  await notifyOperators(app, () => ({
    subject: t('Appeal: {address}', { address }),
    text: [
      message,
      '',
      t('From {contact}', { contact }),
      '',
      address,
      t('of @{owner}', { owner: link.owner }),
      `${app.config.hopUrl}/operator/links/${link.id}`,
      '',
    ].join('\n'),
  }));
}
