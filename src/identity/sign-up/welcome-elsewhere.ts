import { page, redirect } from '../../platform/http/endpoint.ts';

/** At Hop's address: whoever joined there came for short links, and goes on to them. */
export const welcomeElsewhere = [
  page({ method: 'GET', path: '/welcome', access: 'member', handle: () => redirect('/') }),
];
