import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { App } from '../../../platform/app.ts';
import type { FormState } from '../../../web/form.ts';
import type { View } from '../../../web/view.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { page, redirect } from '../../../platform/http/endpoint.ts';
import { refused } from '../../../web/refused.ts';
import { addBio } from './add-bio.ts';
import { deleteBio } from './delete-bio.ts';
import { listBios } from './list-bios.ts';
import { ownDomains } from './own-domains.ts';
import { publishBio } from './publish-bio.ts';
import { restoreBio } from './restore-bio.ts';
import { biosView } from '../views/bios-view.ts';

const path = '/dashboard/bio';
const perPage = 25;
const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Id = Type.Object({ id });
const ListQuery = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 200 })),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** The page just deleted. */
  deleted: Type.Optional(id),
});

/** The list of bio pages, how they are made, and their end and return. */
export const bioListPages = [
  page({
    method: 'GET',
    path,
    access: 'member',
    query: ListQuery,
    handle: ({ app, viewer, query }) => showList(app, viewer, query),
  }),
  page({
    method: 'POST',
    path,
    access: 'member',
    body: Type.Object({
      title: Type.String(),
      custom: Type.Optional(Type.String()),
      domain: Type.Optional(Type.String()),
    }),
    handle: async ({ app, viewer, body: { title, custom, domain } }) => {
      const bio = await addBio(app, viewer, { title, alias: custom, domain });
      return redirect(`${path}/${bio.id}`, { kind: 'success', text: `“${bio.title}” is made.` });
    },
    again: ({ app, viewer, body }, problem) => showList(app, viewer, {}, refused(body, problem)),
  }),
  page({
    method: 'POST',
    path: `${path}/:id/publish`,
    access: 'member',
    params: Id,
    body: Type.Object({ published: Type.Enum(['yes', 'no']) }),
    handle: async ({ app, viewer, params, body }) => {
      const isPublished = body.published === 'yes';
      await publishBio(app, viewer, String(params.id), isPublished);
      return redirect(`${path}/${params.id}`, {
        kind: 'success',
        text: isPublished ? 'Visitors see it now.' : 'It is switched off: visitors are told so.',
      });
    },
  }),
  page({
    method: 'POST',
    path: `${path}/:id/delete`,
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      await deleteBio(app, viewer, String(params.id));
      return redirect(`${path}?deleted=${params.id}`);
    },
  }),
  page({
    method: 'POST',
    path: `${path}/:id/restore`,
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      const { title } = await restoreBio(app, viewer, String(params.id));
      return redirect(path, { kind: 'success', text: `“${title}” is back.` });
    },
  }),
];

async function showList(
  app: App,
  viewer: Viewer,
  { q = '', page = 1, deleted }: Static<typeof ListQuery>,
  maker: FormState = {},
): Promise<View> {
  const search = q.trim();
  const { bios, total } = await listBios(app, viewer, { search, page, perPage });
  return biosView({
    hopUrl: app.config.hopUrl,
    now: app.clock.now(),
    domains: await ownDomains(app, viewer),
    ...{ bios, total, page, perPage, search, maker, deletedId: deleted },
  });
}
