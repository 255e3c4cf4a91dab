import type { Feature } from '../../platform/feature.ts';
import { oneCodePages } from './codes/code-pages.ts';
import { codePages } from './codes/pages.ts';
import { codeRoutes } from './codes/routes.ts';
import { codePicturePages } from './public/picture-pages.ts';

export const codesFeature: Feature = {
  routes: codeRoutes,
  pages: [...codePages, ...oneCodePages, ...codePicturePages],
  navigation: [
    { key: 'qr', label: 'QR codes', icon: 'qr-code', href: '/dashboard/qr', for: 'member', phone: true, shortcut: 'g q' },
  ],
}; // prettier-ignore
