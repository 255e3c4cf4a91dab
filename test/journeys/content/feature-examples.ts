import type { App, Viewer } from '../../../src/platform/app.ts';
import { ownedTemplates } from '../../../src/links/utm/templates.ts';
import { addPeopleList } from '../../../src/social/feed/lists/people-lists.ts';
import { addFolder } from '../../../src/social/saved/saved.ts';
import { teamDigestToken } from '../../../src/social/cases/team-digest.ts';
import { digestToken } from '../../../src/social/digest/digest.ts';
import { addProvider } from '../../../src/identity/providers/providers.ts';
import { addFilter } from '../../../src/social/filters/filters.ts';
import { saveNewsletter } from '../../../src/social/newsletters/newsletters.ts';
import { bioExamples } from '../bio-examples.ts';
import { agentExamples } from './agent-examples.ts';
import { eventExamples } from './event-examples.ts';
import { newsletterExamples } from './newsletter-examples.ts';
import { groupExamples } from './group-examples.ts';
import { forumExamples } from './forum-examples.ts';
import { walletExamples } from './wallet-examples.ts';
import { membershipExamples } from './membership-examples.ts';
import { planExamples } from './plan-examples.ts';
import { socialPageExamples } from './social-page-examples.ts';
import { toolExamples } from './tool-examples.ts';
import { textExamples } from './text-examples.ts';

/** Returns example content of each feature by the addresses of its pages. */
export async function featureExamples(
  app: App,
  viewer: Viewer,
  other: { id: string },
): Promise<Record<string, string>> {
  const joined = { owner_id: viewer.id, member_id: other.id, role: 'editor', joined_at: app.clock.now() };
  await app.db
    .insertInto('identity.team_member')
    .values(joined)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const template = await ownedTemplates.add(app, viewer, { name: 'Newsletter', source: 'newsletter' });
  const filter = await addFilter(app, viewer, {
    name: 'Football',
    keywords: ['world cup'],
    isWholeWord: true,
    action: 'warn',
    contexts: ['feeds'],
  });
  const provider = await addProvider(app, viewer, {
    slug: 'corp',
    kind: 'oidc',
    label: 'Corp',
    issuer: 'https://login.corp.example',
    client_id: 'plaza',
    secret: 'a secret',
    email_domains: 'corp.example',
    trusts_email: true,
    newcomers: 'registration',
    groups_claim: 'groups',
    group_roles: 'mods = moderator',
    enabled: true,
  });
  const identity = await app.db
    .insertInto('identity.linked_identity')
    .values({
      ...{ account_id: viewer.id, provider_id: provider, subject: 'viewer', name: 'viewer@corp.example' },
      linked_at: app.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const list = await addPeopleList(app, viewer, { title: 'Bakers', isExclusive: false });
  const host = { kind: 'user', id: viewer.id } as const;
  const newsletter = await saveNewsletter(app, viewer, host, {
    title: 'Bakery news',
    about: '',
    isOpen: true,
  });
  const letters = await newsletterExamples(app, viewer, newsletter);
  const folder = await addFolder(app, viewer, 'Recipes');
  const archive = await addArchive(app, viewer);
  return {
    '/settings/import/:id': `/settings/import/${archive.id}`,
    '/settings/import/:id/progress': `/settings/import/${archive.id}/progress`,
    '/digest/unsubscribe': `/digest/unsubscribe?token=${digestToken(app, viewer.id)}`,
    '/moderation/digest/unsubscribe': `/moderation/digest/unsubscribe?token=${teamDigestToken(app, viewer.id)}`,
    ...letters,
    '/operator/sign-in/:id': `/operator/sign-in/${provider}`,
    '/settings/sign-in-methods/:id/disconnect': `/settings/sign-in-methods/${identity.id}/disconnect`,
    '/saved/folders/:id': `/saved/folders/${folder}`,
    '/lists/:id': `/lists/${list}`,
    '/lists/:id/edit': `/lists/${list}/edit`,
    '/settings/filters/:id': `/settings/filters/${filter}`,
    '/dashboard/team/:id': `/dashboard/team/${other.id}`,
    '/dashboard/utm/:id': `/dashboard/utm/${template.id}`,
    '/dashboard/utm/:id/edit': `/dashboard/utm/${template.id}/edit`,
    ...(await eventExamples(app, viewer)),
    ...(await groupExamples(app, viewer, other)),
    ...(await bioExamples(app, viewer)),
    ...(await textExamples(app, viewer)),
    ...(await forumExamples(app, viewer)),
    ...(await agentExamples(app, viewer)),
    ...(await socialPageExamples(app, viewer)),
    ...(await toolExamples(app, viewer)),
    ...(await planExamples(app, viewer)),
    ...(await walletExamples(app, viewer)),
    // Paid from the wallet.
    ...(await membershipExamples(app, viewer)),
  };
}

/** An import of an archive, as uploaded. */
const addArchive = ({ db, clock }: App, viewer: Viewer) =>
  db
    .insertInto('social.import')
    .values({ account_id: viewer.id, file_name: 'archive.zip', state: 'ready', created_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
