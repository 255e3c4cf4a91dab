import { avatarPages } from '../identity/account/avatar-pages.ts';
import { activationPages } from '../identity/activation/pages.ts';
import { closingPages } from '../identity/closing/pages.ts';
import { mailedLinkPages } from '../identity/credentials/mailed-link-pages.ts';
import { passkeyPages } from '../identity/passkeys/pages.ts';
import { picturePages } from '../identity/pictures/pages.ts';
import { settingsPages } from '../identity/profile/settings-pages.ts';
import { resetPages } from '../identity/reset/pages.ts';
import { secondFactorPages } from '../identity/second-factor/pages.ts';
import { identityPages } from '../identity/sign-in/pages.ts';
import type { Page } from '../platform/http/endpoint.ts';

/** Pages for an account that both services have, at the address of the service. */
export const accountPages = (service: 'plazaUrl' | 'hopUrl'): readonly Page[] => [
  ...identityPages,
  ...resetPages,
  ...secondFactorPages,
  ...passkeyPages(service),
  ...activationPages,
  ...avatarPages,
  ...settingsPages,
  ...picturePages,
  ...mailedLinkPages,
  ...closingPages,
];
