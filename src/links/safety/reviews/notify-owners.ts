import type { App } from '../../../platform/app.ts';
import { sendMail } from '../../../platform/send-mail.ts';
import type { Suspended } from './suspend-links.ts';
import { followedAddress } from './watched-link.ts';

const mostNamed = 20;

/** One letter an owner, whatever the number of their links. `about` says what happened, `next` what they can do. */
export async function notifyOwners(
  app: Pick<App, 'db' | 'config'>,
  links: readonly Suspended[],
  { subject, about }: { subject: string; about: string },
): Promise<void> {
  const byOwner = Map.groupBy(links, ({ ownerId }) => ownerId);
  if (byOwner.size === 0) return;
  const owners = await app.db
    .selectFrom('identity.account')
    .select(['id', 'email', 'first_name'])
    .where('id', 'in', [...byOwner.keys()])
    .where('deleted_at', 'is', null)
    .execute();
  for (const { id, email, first_name } of owners) {
    const own = byOwner.get(id) ?? [];
    const named = own.slice(0, mostNamed).map((link) => `  ${followedAddress(app.config, link)}`);
    const more = own.length > mostNamed ? [`  and ${own.length - mostNamed} more`] : [];
    const text = [
      `Hello ${first_name},`,
      '',
      about,
      '',
      ...named,
      ...more,
      '',
      `If this is a mistake, appeal at ${app.config.hopUrl}/appeal`,
      '',
    ].join('\n');
    await sendMail(app, { to: email, subject, text });
  }
}
