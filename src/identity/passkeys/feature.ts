import type { Feature } from '../../platform/feature.ts';
import { passkeyPages } from './pages.ts';

/** Passkeys at the address of one of the services: a passkey works at that address alone. */
export const passkeysFeature = (service: 'plazaUrl' | 'hopUrl'): Feature => ({
  pages: passkeyPages(service),
});
