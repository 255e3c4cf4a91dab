import { eraseAgents } from '../agents/settings/own-agents.ts';
import { accountFeature } from '../identity/account/feature.ts';
import { activationFeature } from '../identity/activation/feature.ts';
import { apiClientsFeature } from '../identity/api-clients/feature.ts';
import { accountDeletionFeature } from '../identity/account-deletion/feature.ts';
import { credentialsFeature } from '../identity/credentials/feature.ts';
import { operatorsFeature } from '../identity/operators/feature.ts';
import { passkeysFeature } from '../identity/passkeys/feature.ts';
import { peopleFeature } from '../identity/people/feature.ts';
import { picturesFeature } from '../identity/pictures/feature.ts';
import { plansFeature } from '../identity/plans/feature.ts';
import { profileFeature } from '../identity/profile/feature.ts';
import { resetFeature } from '../identity/reset/feature.ts';
import { secondFactorFeature } from '../identity/second-factor/feature.ts';
import { sessionsFeature } from '../identity/sessions/feature.ts';
import { signInFeature } from '../identity/sign-in/feature.ts';
import { signUpFeature } from '../identity/sign-up/feature.ts';
import { eraseLinks } from '../links/account-data/erase-links.ts';
import type { App } from '../platform/app.ts';
import type { Feature } from '../platform/feature.ts';
import { erasePlaza } from '../social/accounts/data/erase-plaza.ts';
import { stylePages } from './pages/style-pages.ts';

/** Agents act on Plaza, so they are erased with their person's data there. */
async function erasePlazaAndAgents(app: App, accountId: string): Promise<void> {
  await eraseAgents(app, accountId);
  await erasePlaza(app, accountId);
}

/** Account features, the same at the origin of either service. */
export const identityFeatures = (service: 'plazaUrl' | 'hopUrl'): readonly Feature[] => [
  signInFeature,
  signUpFeature,
  resetFeature,
  secondFactorFeature,
  passkeysFeature(service),
  activationFeature,
  accountFeature,
  profileFeature,
  picturesFeature,
  credentialsFeature,
  sessionsFeature,
  accountDeletionFeature({ plaza: erasePlazaAndAgents, links: eraseLinks }),
  plansFeature,
];

/** Operator features for accounts, app keys and mail, and the style guide. Only on Plaza. */
export const operatorFeatures: readonly Feature[] = [
  apiClientsFeature,
  operatorsFeature,
  { pages: stylePages },
  peopleFeature,
];
