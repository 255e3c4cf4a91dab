import { settingsOfPlaza } from '../../identity/components/settings-frame.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';

/** Redirects account pages that exist only on Plaza. */
export const plazaRedirectPages = [
  ...settingsOfPlaza.map((path) =>
    page({
      method: 'GET',
      path,
      access: 'member',
      handle: ({ app }) => redirect(`${app.config.plazaUrl}${path}`),
    }),
  ),
  // Skips Plaza's onboarding for new Hop users.
  page({ method: 'GET', path: '/welcome', access: 'member', handle: () => redirect('/') }),
];
