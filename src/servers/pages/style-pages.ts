import { hop } from '../../links/product.ts';
import { page } from '../../platform/http/endpoint.ts';
import { plaza } from '../../social/product.ts';
import { stylePage } from '../../web/style-page.ts';

export const stylePages = [
  page({
    method: 'GET',
    path: '/style',
    access: 'operator',
    handle: () => stylePage([plaza().brand, hop().brand]),
  }),
];
