import { Type } from 'typebox';
import { Problem } from '../../kernel/problem.ts';
import { toLine } from '../../kernel/text.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Answer, listing, Listing } from '../../platform/http/families/links.ts';
import { findByExternalId, findByShort, getLink, type Link, shortAddress } from '../link/link.ts';
import { listAndCountAllLinks } from '../link/list-links.ts';
import { LinksQuery, parseListQuery } from '../link/requests.ts';
import { textOf } from '../loose-values.ts';
import { IdParams } from '../owned/api.ts';
import { getStanding, type ModerationState } from '../safety/assessment.ts';
import { tagsOfLinks } from '../tags/tags.ts';
import { addLink } from './add-links.ts';
import { addLinks } from './add-many.ts';
import { deleteLink, updateLink, upsertLink } from './change-links.ts';
import { duplicateLink } from './duplicate.ts';
import { hashLinkPassword } from './options/endings.ts';
import { blankOutOptions, findOptions } from './options/options.ts';
import { previewFiles, setPreviewPicture } from './preview-picture.ts';
import { getGroups, getLinkFigures } from './reading.ts';
import {
  heldFields,
  LinkBody,
  LinkChange,
  linkDetail,
  LinkRecord,
  toHeld,
  toLinkDetail,
  toLinkInput,
  toLinkRecord,
} from './wire.ts';

const tag = 'Links';
const Said = Answer({ message: Type.String() });
const writtenFields = {
  id: Type.Integer(),
  shorturl: Type.String(),
  short: Type.String({ description: 'The same as `shorturl`' }),
  ...heldFields,
};
const Written = Answer(writtenFields);

/** Some clients read `shorturl` and others `short`, after adding and after updating. */
export const toWritten = async (app: App, link: Link) =>
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
    options: await findOptions(app, viewer, link.id),
    report: await getLinkFigures(app, link),
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
    description: 'Newest first. With `short`, the one link of a short URL instead of a list.',
    tag,
    access: 'member',
    query: LinksQuery,
    returns: Type.Union([Listing('urls', LinkRecord), Answer(linkDetail), Said]),
    handle: async ({ app, viewer, query }) => {
      if (query.short !== undefined) {
        const link = await findByShort(app, viewer, query.short);
        // Clients check the body before the status, so no match returns 200 with an error in the body.
        if (!link) return { error: 1, message: 'None of your links has this short URL' } as const;
        return getDetail(app, viewer, link);
      }
      if (query.external_id !== undefined) {
        const link = await findByExternalId(app, viewer, toLine(query.external_id));
        if (!link) return { error: 1, message: 'None of your links has this external_id' } as const;
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
    description: 'All settings of the link, and its clicks with the top countries, browsers and referrers.',
    tag,
    access: 'member',
    params: IdParams,
    returns: Answer(linkDetail),
    handle: async ({ app, viewer, params }) => {
      const link = await getLink(app, viewer, String(params.id));
      return getDetail(app, viewer, link);
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/url/add',
    verb: addLink,
    summary: 'Shorten a URL',
    description: 'Returns the short URL. Without `custom`, a random alias is given.',
    tag,
    access: 'member',
    tidy: blankOutOptions,
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
    verb: updateLink,
    summary: 'Update a link',
    description:
      'Omitted fields do not change. A blank title, expiry, channel or campaign clears it. A blank alias does not change.',
    tag,
    access: 'member',
    params: IdParams,
    tidy: blankOutOptions,
    body: LinkBody,
    example: { url: 'https://en.wikipedia.org/wiki/Grasshopper', metatitle: 'Grasshoppers' },
    returns: Written,
    handle: async ({ app, viewer, params, body }) => {
      const link = await updateLink(app, viewer, String(params.id), toLinkInput(body));
      return toWritten(app, link);
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/api/url/upsert',
    verb: upsertLink,
    summary: 'Create or update the link with an external_id',
    description:
      'Extension. Updates your link with this `external_id`, or creates it. Calls may be repeated: the result is the same.',
    tag,
    access: 'member',
    tidy: blankOutOptions,
    body: LinkBody,
    example: { external_id: 'product-1842', url: 'https://en.wikipedia.org/wiki/Grasshopper' },
    returns: Answer({
      ...writtenFields,
      created: Type.Boolean({ description: 'Whether the link is new' }),
    }),
    prepare: withHashedPassword,
    handle: async ({ app, viewer, body }) => {
      const { link, isNew } = await upsertLink(app, viewer, toLinkInput(body));
      return { ...(await toWritten(app, link)), created: isNew };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/url/:id/picture',
    verb: setPreviewPicture,
    summary: 'Upload the preview picture of a link',
    description:
      'Extension. Send `multipart/form-data` with the file in the field `picture`. It replaces the URL in `metaimage`. Without a file, the picture is removed.',
    tag,
    access: 'member',
    params: IdParams,
    files: previewFiles,
    body: Type.Object({ picture: Type.Optional(Type.String({ description: 'The file' })) }),
    example: {},
    returns: Answer({ metaimage: Type.String() }),
    handle: async ({ app, viewer, params, files }) => {
      const { id } = await setPreviewPicture(app, viewer, String(params.id), files);
      const { previewImage } = await findOptions(app, viewer, id);
      return { metaimage: previewImage ?? '' };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/url/:id/duplicate',
    verb: duplicateLink,
    summary: 'Duplicate a link',
    description:
      'Extension. Creates a link with the destination, options, password, channels, campaign and tags of another one. Fields of the body replace those of the original. The alias is random unless `custom` is given.',
    tag,
    access: 'member',
    params: IdParams,
    tidy: blankOutOptions,
    body: LinkChange,
    example: { custom: 'grasshopper-2', metatitle: 'Grasshoppers' },
    returns: Written,
    handle: async ({ app, viewer, params, body }) => {
      const change = toLinkInput({ url: '', ...body });
      const url = body.url === undefined ? undefined : change.url;
      const link = await duplicateLink(app, viewer, String(params.id), { ...change, url });
      return toWritten(app, link);
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/url/:id/delete',
    verb: deleteLink,
    summary: 'Delete a link',
    description: 'The short URL stops working at once.',
    tag,
    access: 'member',
    params: IdParams,
    returns: Said,
    handle: async ({ app, viewer, params }) => {
      await deleteLink(app, viewer, String(params.id));
      return { message: 'Link deleted' };
    },
  }),
];
