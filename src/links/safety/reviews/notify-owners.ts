import { mailAccount } from '../../../identity/account/email.ts';
import { t } from '../../../kernel/translation/translate.ts';
import type { App } from '../../../platform/app.ts';
import type { Suspended } from './suspend-links.ts';
import { followedAddress } from './moderated-link.ts';

const maxNamed = 20;

/** Sends one email per owner, for any number of links. `write` returns the subject and an explanation. */
export async function notifyOwners(
  app: Pick<App, 'db' | 'config'>,
  links: readonly Suspended[],
  write: (count: number) => { subject: string; about: string },
): Promise<void> {
  for (const [ownerId, own] of Map.groupBy(links, ({ ownerId }) => ownerId))
    await mailAccount(app, ownerId, ({ firstName }) => {
      const { subject, about } = write(own.length);
      const named = own.slice(0, maxNamed).map((link) => `  ${followedAddress(app.config, link)}`);
      const count = own.length - maxNamed;
      const text = [
        t('Hello {firstName},', { firstName }),
        '',
        about,
        '',
        ...named,
        ...(count > 0 ? [`  ${t('and {count} more', { count })}`] : []),
        '',
        t('If this is a mistake, appeal at {address}', { address: `${app.config.hopUrl}/appeal` }),
        '',
      ];
      return { subject, text: text.join('\n') };
    });
}
