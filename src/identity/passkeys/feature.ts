import type { Feature } from '../../platform/feature.ts';
import { passkeyPages } from './pages.ts';

/** Passkeys for the origin of one service. A passkey works only at the origin it was created for. */
export const passkeysFeature = (service: 'plazaUrl' | 'hopUrl'): Feature => ({
  pages: passkeyPages(service),
});
