import { settingsOfPlaza } from '../../identity/components/settings-frame.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';

/** Pages of an account that only Plaza has: at Hop's address, redirects. */
export const elsewherePages = [
  ...settingsOfPlaza.map((path) =>
    page({
      method: 'GET',
      path,
      access: 'member',
      handle: ({ app }) => redirect(`${app.config.plazaUrl}${path}`),
    }),
  ),
  // Newcomers at Hop want short links: their first steps at Plaza can wait.
  page({ method: 'GET', path: '/welcome', access: 'member', handle: () => redirect('/') }),
];
