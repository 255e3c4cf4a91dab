import { Type } from 'typebox';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Answer, Listing, listing } from '../../platform/http/families/links.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { blankOut } from '../blank-values.ts';
import { textOf } from '../loose-values.ts';
import { getStanding, type ModerationState } from '../safety/assessment.ts';
import { tagsOfLinks } from '../tags/tags.ts';
import { addLink, addLinks } from './add-link.ts';
import { deleteLink } from './delete-link.ts';
import { findByShort } from '../record/find-by-short.ts';
import { hashLinkPassword } from './options/link-password.ts';
import { shortAddress, type Link } from '../record/link.ts';
import { ListQuery, parseListQuery } from '../record/requests/list-query.ts';
import { listAndCountAllLinks } from '../record/listing/list-links.ts';
import { getGroups } from './get-groups.ts';
import { getLink } from '../record/get-link.ts';
import { findDelivery } from './options/find-delivery.ts';
import { getReport } from './get-report.ts';
import { updateLink } from './update-link.ts';
import {
  heldFields,
  linkDetail,
  LinkBody,
  LinkRecord,
  toHeld,
  toLinkDetail,
  toLinkInput,
  toLinkRecord,
} from './wire.ts';
import { Id } from '../owned/api.ts';

const tag = 'Links';
const Said = Answer({ message: Type.String() });
const Written = Answer({
  id: Type.Integer(),
  shorturl: Type.String(),
  short: Type.String({ description: 'The same as `shorturl`' }),
  ...heldFields,
});

/** Some clients read `shorturl` and others `short`, after adding and after updating. */
const toWritten = async (app: App, link: Link) =>
  toRecord(app, { ...link, standing: await getStanding(app, link.id) });

function toRecord(app: App, link: Pick<Link, 'id' | 'alias' | 'domain'> & { standing: ModerationState }) {
  const address = shortAddress(app.config, link);
  return { id: Number(link.id), shorturl: address, short: address, ...toHeld(link.standing) };
}

/** Creates the links of valid bodies in few statements. Returns results by place, without those that are left. */
export async function addTogether(app: App, viewer: Viewer, bodies: readonly (LinkBody | undefined)[]) {
  const inputs = bodies.map((body) => body && toLinkInput(body));
  const added = await addLinks(app, viewer, inputs);
  return new Map(
    [...added].map(([place, link]) => [place, link instanceof Problem ? link : toRecord(app, link)]),
  );
}

const getDetail = async (app: App, viewer: Viewer, link: Link) =>
  toLinkDetail(app.config, {
    link,
    tags: (await tagsOfLinks(app, [link.id])).get(link.id) ?? [],
    delivery: await findDelivery(app, viewer, link.id),
    report: await getReport(app, link),
    groups: await getGroups(app, link.id),
    standing: await getStanding(app, link.id),
  });

const withHashedPassword = async ({ viewer, body }: { viewer: Viewer; body: LinkBody }) => {
  const password = textOf(body.password);
  return { ...body, ...(password && { password: await hashLinkPassword(viewer, password) }) };
};

export const linkRoutes = [
  endpoint({
    method: 'GET',
    path: '/api/urls',
    summary: 'List links or find one by its short URL',
    tag,
    access: 'member',
    query: ListQuery,
    returns: Type.Union([Listing('urls', LinkRecord), Answer(linkDetail), Said]),
    handle: async ({ app, viewer, query }) => {
      if (query.short !== undefined) {
        const link = await findByShort(app, viewer, query.short);
        // Clients check the body before the status, so no match returns 200 with an error in the body.
        if (!link) return { error: 1, message: 'None of your links has this short URL' } as const;
        return getDetail(app, viewer, link);
      }
      const { page, perPage, filter, order, ascending } = parseListQuery(query);
      const wanted = { page, perPage, filter, order, ascending };
      const { links, total } = await listAndCountAllLinks(app, viewer, wanted);
      const records = links.map((link) => toLinkRecord(app.config, link));
      return listing('urls', records, { page, perPage, total });
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/url/:id',
    summary: 'Retrieve a link with its statistics',
    tag,
    access: 'member',
    params: Id,
    returns: Answer(linkDetail),
    handle: async ({ app, viewer, params }) => {
      const link = await getLink(app, viewer, String(params.id));
      return getDetail(app, viewer, link);
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/url/add',
    summary: 'Shorten a URL',
    tag,
    access: 'member',
    tidy: blankOut,
    body: LinkBody,
    example: {
      url: 'https://en.wikipedia.org/wiki/Grasshopper',
      custom: 'grasshopper',
      expiry: '2099-01-01 12:00:00',
    },
    returns: Written,
    prepare: withHashedPassword,
    handle: async ({ app, viewer, body }) => {
      const link = await addLink(app, viewer, toLinkInput(body));
      return toWritten(app, link);
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/api/url/:id/update',
    summary: 'Update a link',
    description:
      'Omitted fields do not change. A blank title, expiry, channel or campaign clears it. A blank alias does not change.',
    tag,
    access: 'member',
    params: Id,
    tidy: blankOut,
    body: LinkBody,
    example: { url: 'https://en.wikipedia.org/wiki/Grasshopper', metatitle: 'Grasshoppers' },
    returns: Written,
    handle: async ({ app, viewer, params, body }) => {
      const link = await updateLink(app, viewer, String(params.id), toLinkInput(body));
      return toWritten(app, link);
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/url/:id/delete',
    summary: 'Delete a link',
    tag,
    access: 'member',
    params: Id,
    returns: Said,
    handle: async ({ app, viewer, params }) => {
      await deleteLink(app, viewer, String(params.id));
      return { message: 'Link deleted' };
    },
  }),
];
