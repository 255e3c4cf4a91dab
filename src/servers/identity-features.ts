import { eraseAgents } from '../agents/settings/own-agents.ts';
import { eraseLinks, hasLinks } from '../links/account/erase.ts';
import type { App } from '../platform/app.ts';
import type { Feature } from '../platform/feature.ts';
import { erasePlaza, hasPublished } from '../social/accounts/data/erase-plaza.ts';
import { accountDeletionJob } from '../identity/account-deletion/erasing.ts';
import { unconfirmedAccountsJob } from '../identity/account-deletion/unconfirmed.ts';
import { accountDeletionPages } from '../identity/account-deletion/pages.ts';
import { avatarPages } from '../identity/account/avatar.ts';
import { foldEmailsJob } from '../identity/account/email.ts';
import { purgeExpiredJob } from '../identity/account/purge-expired.ts';
import { activationPages } from '../identity/activation/pages.ts';
import { apiClientPages } from '../identity/api-clients/pages.ts';
import { backupJobs } from '../identity/backups/backups.ts';
import { backupPages } from '../identity/backups/pages.ts';
import { mailedLinkPages } from '../identity/credentials/mailed-link-pages.ts';
import { credentialsPages } from '../identity/credentials/pages.ts';
import { resetPages } from '../identity/credentials/reset-pages.ts';
import { mailResetCode } from '../identity/credentials/reset.ts';
import { mailEventRoutes } from '../identity/mail/api.ts';
import { ownSuppressionPages, suppressionPages } from '../identity/mail/pages.ts';
import { operatorPages } from '../identity/operators/pages.ts';
import { passkeyPages } from '../identity/passkeys/pages.ts';
import { providerPages } from '../identity/providers/pages.ts';
import { providerSignInPages } from '../identity/provider-sign-in/pages.ts';
import { samlPages } from '../identity/provider-sign-in/saml-pages.ts';
import { signOutPages } from '../identity/provider-sign-in/sign-out.ts';
import { registrationPages } from '../identity/people/registration-pages.ts';
import { operatorPeoplePages } from '../identity/people/pages.ts';
import { planJobs } from '../identity/plans.ts';
import { profilePages } from '../identity/profile/pages.ts';
import { picturePages } from '../identity/profile/picture-pages.ts';
import { secondFactorPages } from '../identity/second-factor/pages.ts';
import { sessionPages } from '../identity/sessions/pages.ts';
import { signInPages } from '../identity/sign-in/pages.ts';
import { signUpPages } from '../identity/sign-up/pages.ts';
import { stylePages } from './pages.ts';

/** Agents act on Plaza, so they are erased with their person's data there. */
async function erasePlazaAndAgents(app: App, accountId: string): Promise<void> {
  await eraseAgents(app, accountId);
  await erasePlaza(app, accountId);
}

const erasers = { plaza: erasePlazaAndAgents, links: eraseLinks };

/** Account features, the same at the origin of either service. */
export const identityFeatures = (service: 'plazaUrl' | 'hopUrl'): readonly Feature[] => [
  { pages: signInPages },
  { pages: signUpPages },
  { pages: resetPages, jobs: [mailResetCode] },
  { pages: secondFactorPages },
  { pages: passkeyPages(service) },
  { pages: [...providerSignInPages(service), ...samlPages(service), ...signOutPages(service)] },
  { pages: activationPages },
  { pages: avatarPages, jobs: [purgeExpiredJob, foldEmailsJob] },
  { pages: profilePages },
  { pages: picturePages },
  { pages: [...credentialsPages, ...mailedLinkPages, ...ownSuppressionPages] },
  { pages: sessionPages },
  {
    pages: accountDeletionPages,
    jobs: [
      accountDeletionJob(erasers),
      unconfirmedAccountsJob({ erasers, hasContent: [hasPublished, hasLinks] }),
    ],
  },
  { jobs: planJobs },
];

/** Operator features for accounts, app keys and mail, and the style guide. Only on Plaza. */
export const operatorFeatures: readonly Feature[] = [
  { pages: apiClientPages },
  { pages: providerPages },
  { pages: operatorPages },
  { pages: suppressionPages, textRoutes: mailEventRoutes },
  { pages: backupPages, jobs: backupJobs },
  { pages: stylePages },
  { pages: operatorPeoplePages },
  { pages: registrationPages },
];
