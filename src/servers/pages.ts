import { Type } from 'typebox';
import { addTrialKey } from '../identity/access-keys.ts';
import { missing, msg } from '../kernel/problem.ts';
import { hop } from '../links/product.ts';
import { page } from '../platform/http/endpoint.ts';
import { plaza } from '../social/product.ts';
import { toReference, type Reference } from '../web/api-reference/reference.ts';
import {
  referenceGroup,
  referenceIndex,
  referencePath,
  referenceSearch,
} from '../web/api-reference/reference-view.ts';
import { sampleLanguages } from '../web/quick-start/samples.ts';
import { quickStartView } from '../web/quick-start/quick-start-view.ts';
import { type QuickStart, quickStartOf } from '../web/quick-start/steps.ts';
import type { RowMenus } from '../web/components/navigation/row-menu.ts';
import { stylePage } from '../web/style-page.ts';

/** Where a key is created with which one tries the operations of Hop. */
const keyPath = `${referencePath}/key`;

/** Pages of a service's API reference, generated from its `/openapi.json`. */
export function referencePages(describe: () => Promise<object>) {
  let known: Reference | undefined;
  const read = async () => (known ??= toReference(await describe()));
  return [
    page({
      method: 'GET',
      path: referencePath,
      access: 'anyone',
      query: Type.Object({ q: Type.Optional(Type.String({ maxLength: 60 })) }),
      handle: async ({ viewer, query: { q = '' } }) =>
        q.trim() === ''
          ? referenceIndex(await read())
          : referenceSearch(await read(), q.trim(), viewer !== undefined),
    }),
    page({
      method: 'GET',
      path: `${referencePath}/:subject`,
      access: 'anyone',
      params: Type.Object({ subject: Type.String({ maxLength: 60 }) }),
      query: Type.Object({ open: Type.Optional(Type.String({ maxLength: 100 })) }),
      handle: async ({ viewer, params, query }) => {
        const reference = await read();
        const group = reference.groups.find(({ slug }) => slug === params.subject);
        if (!group) throw missing(msg('Page'));
        return referenceGroup(reference, group, { open: query.open, isMember: viewer !== undefined });
      },
    }),
  ];
}

/** Sends a key to the script of the reference, which forgets it with the page. */
export const trialKeyPage = page({
  method: 'POST',
  path: keyPath,
  verb: addTrialKey,
  access: 'member',
  handle: async ({ app, viewer }) => ({
    type: 'text/plain',
    body: await addTrialKey(app, viewer.id),
    headers: { 'cache-control': 'private, no-store' },
  }),
});

/** The page of the first calls of an API, with samples made of the examples of its operations. */
export function quickStartPage(describe: () => Promise<object>, path: string) {
  let known: QuickStart | undefined;
  return page({
    method: 'GET',
    path,
    access: 'anyone',
    query: Type.Object({ in: Type.Enum([...sampleLanguages], { default: sampleLanguages[0] }) }),
    handle: async ({ query }) => quickStartView((known ??= quickStartOf(await describe())), path, query.in),
  });
}

/** The menus that the rows of pages share, for scripts. The same for all members, until the next release. */
export const menuPages = (menus: RowMenus) => [
  page({
    method: 'GET',
    path: '/menus/:name',
    access: 'anyone',
    params: Type.Object({ name: Type.String({ maxLength: 20 }) }),
    handle: ({ viewer, client, params: { name } }) => {
      const draw = Object.hasOwn(menus, name) ? menus[name] : undefined;
      if (!draw) throw missing(msg('Page'));
      client.setHeader('cache-control', 'private, max-age=300');
      return draw(viewer !== undefined);
    },
  }),
];

export const stylePages = [
  page({
    method: 'GET',
    path: '/style',
    access: 'operator',
    handle: () => stylePage([plaza().brand, hop().brand]),
  }),
];
