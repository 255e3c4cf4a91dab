import { Done } from '../../platform/http/families/social.ts';
import { endpoint } from '../../platform/http/endpoint.ts';

export const appRoutes = [
  endpoint({
    method: 'GET',
    path: '/apis/php/ping',
    summary: 'Health check',
    tag: 'Core and app',
    access: 'anyone',
    returns: Done,
    handle: () => ({ message: 'pong', data: {} }),
  }),
];
